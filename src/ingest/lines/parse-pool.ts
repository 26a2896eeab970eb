import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import { inPhase } from '../../phases.ts';
import type { LineBlock } from './line-blocks.ts';
import { type LineReading, type ParsedLines, parseLines } from './parse-lines.ts';

/** How many blocks a worker has: one to parse, and the next, so that it need not wait for this thread. */
const BLOCKS_OF_THREAD = 2;

/** How many blocks a source has in progress for each worker, so that its rows can wait for the database meanwhile. */
const BLOCKS_OF_SOURCE = 3;

/** Memory of a worker for short-lived objects; more is hardly faster. */
const YOUNG_MEGABYTES = 4;

interface Waiting {
  readonly block: LineBlock;
  /** That of its source: blocks of an earlier one go first. */
  readonly place: number;
  readonly resolve: (parsed: ParsedLines) => void;
  readonly reject: (error: unknown) => void;
}

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
  /** Blocks that no thread has yet, in the order in which threads get them. */
  readonly #queue: Waiting[] = [];
  #failure: Fault | undefined;

  constructor(reading: LineReading, workers = reading.settings.ingest.workers) {
    this.#reading = reading;
    this.#most = workers === 'auto' ? availableParallelism() : workers;
  }

  /** How many blocks of a source may be in progress, so that every worker has enough to do. */
  get depth(): number {
    return Math.max(1, this.#most * BLOCKS_OF_SOURCE);
  }

  /**
   * Parses a block.
   * @param isOnly whether it is the whole source: then a thread is not worth its start
   * @param place that of its source, in the order in which they are kept: an earlier one is parsed first, so that it is
   * kept while the next is parsed
   * @throws Fault WORKER_FAILED
   */
  parse(block: LineBlock, isOnly: boolean, place = 0): Promise<ParsedLines> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const work =
      isOnly || this.#most === 0
        ? async () => parseLines(block, this.#reading)
        : () => this.#parseAside(block, place);
    return inPhase('parse', work);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#fail('the workers have been ended');
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #parseAside(block: LineBlock, place: number): Promise<ParsedLines> {
    return new Promise((resolve, reject) => {
      const next = this.#queue.findIndex((waiting) => waiting.place > place);
      this.#queue.splice(next === -1 ? this.#queue.length : next, 0, { block, place, resolve, reject });
      this.#give();
    });
  }

  #give(): void {
    while (this.#queue.length > 0) {
      const thread = this.#leastBusy();
      if (thread.waiting.length >= BLOCKS_OF_THREAD) return;
      const waiting = this.#queue.shift()!;
      thread.waiting.push(waiting);
      thread.worker.postMessage(waiting.block, [waiting.block.bytes.buffer]);
    }
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
    worker.on('message', (parsed: ParsedLines) => {
      thread.waiting.shift()?.resolve(parsed);
      this.#give();
    });
    worker.on('error', (error: Error) => this.#fail(error.message, error));
    worker.on('exit', (code) => this.#fail(`it ended with ${code}`));
    this.#threads.push(thread);
    return thread;
  }

  /** A worker has ended, and its lines are lost: everything that waits for lines fails. */
  #fail(found: string, cause?: Error): void {
    this.#failure ??= new Fault('WORKER_FAILED', { found, cause });
    const all = [...this.#threads.flatMap(({ waiting }) => waiting.splice(0)), ...this.#queue.splice(0)];
    for (const { reject } of all) reject(this.#failure);
  }
}
