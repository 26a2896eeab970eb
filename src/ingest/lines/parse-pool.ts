import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import { inPhase } from '../../phases.ts';
import type { LineBlock } from './line-blocks.ts';
import { type LineReading, type ParsedLines, parseLines } from './parse-lines.ts';

/** How many blocks beyond those at work may wait for a free worker. */
const BLOCKS_WAITING = 1;

/** Memory of a worker for short-lived objects; more is hardly faster. */
const YOUNG_MEGABYTES = 4;

interface Waiting {
  readonly resolve: (parsed: ParsedLines) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread, with the promises of its blocks in order. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Waiting[];
}

/**
 * Parses blocks of lines on worker threads, or on this one. The result does not depend on where a block is parsed.
 */
export class ParsePool {
  readonly #reading: LineReading;
  readonly #most: number;
  readonly #threads: Thread[] = [];
  #failure: Fault | undefined;

  constructor(reading: LineReading) {
    this.#reading = reading;
    const { workers } = reading.settings.ingest;
    this.#most = workers === 'auto' ? availableParallelism() : workers;
  }

  /** How many blocks may be in progress, so that every worker has enough to do. */
  get depth(): number {
    return this.#most + BLOCKS_WAITING;
  }

  /**
   * Parses a block.
   * @param isOnly whether it is the whole source: then a thread is not worth its start
   * @throws Fault WORKER_FAILED
   */
  parse(block: LineBlock, isOnly: boolean): Promise<ParsedLines> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const work =
      isOnly || this.#most === 0
        ? async () => parseLines(block, this.#reading)
        : () => this.#parseAside(block);
    return inPhase('parse', work);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#failure ??= new Fault('WORKER_FAILED', { found: 'the workers have been ended' });
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #parseAside(block: LineBlock): Promise<ParsedLines> {
    return new Promise((resolve, reject) => {
      const thread = this.#leastBusy();
      thread.waiting.push({ resolve, reject });
      thread.worker.postMessage(block, [block.bytes.buffer]);
    });
  }

  #leastBusy(): Thread {
    const [first] = [...this.#threads].sort((a, b) => a.waiting.length - b.waiting.length);
    const isFull = this.#threads.length === this.#most;
    return first !== undefined && (first.waiting.length === 0 || isFull) ? first : this.#start();
  }

  #start(): Thread {
    const program = fileURLToPath(new URL(`./parse-worker${extname(import.meta.url)}`, import.meta.url));
    const worker = new Worker(program, {
      workerData: this.#reading,
      name: 'payin-recon parse',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    const thread: Thread = { worker, waiting: [] };
    // If another worker has failed, nobody waits for this result any more.
    worker.on('message', (parsed: ParsedLines) => thread.waiting.shift()?.resolve(parsed));
    worker.on('error', (error: Error) => this.#fail(error.message, error));
    worker.on('exit', (code) => this.#fail(`it ended with ${code}`));
    this.#threads.push(thread);
    return thread;
  }

  /** A worker has failed, and its lines are lost: everything that waits for lines fails. */
  #fail(found: string, cause?: Error): void {
    this.#failure ??= new Fault('WORKER_FAILED', { found, cause });
    for (const { waiting } of this.#threads)
      for (const { reject } of waiting.splice(0)) reject(this.#failure);
  }
}
