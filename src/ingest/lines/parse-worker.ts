import { parentPort, workerData } from 'node:worker_threads';
import { freeBuffer, RowBlocks } from '../staging/staged-rows.ts';
import type { LineBlock } from './line-blocks.ts';
import { type LineReading, parseLines } from './parse-lines.ts';

/** Runs on a thread of its own: takes blocks one after the other, and returns the result of each. */
const reading = workerData as LineReading;
const rows = new RowBlocks();

parentPort!.on('message', (block: LineBlock) => {
  const parsed = parseLines(block, reading, rows);
  freeBuffer(block.bytes);
  parentPort!.postMessage(
    parsed,
    parsed.staged.map(({ bytes }) => bytes.buffer),
  );
});
