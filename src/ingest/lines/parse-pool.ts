import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import { inPhase } from '../../phases.ts';
import type { LineBlock } from './line-blocks.ts';
import { type LineReading, type ParsedLines, parseLines } from './parse-lines.ts';

/** Blocks beyond those at work that wait for a worker to come free. */
const BLOCKS_WAITING = 1;

/** What a worker may have of short-lived objects before they are cleared away; more is hardly faster. */
const YOUNG_MEGABYTES = 4;

interface Waiting {
  readonly resolve: (parsed: ParsedLines) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread, and who waits for its blocks, in their order. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Waiting[];
}

/** Parses blocks of lines on worker threads, or on this one. What blocks come to does not depend on where they are parsed. */
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

  /** How many blocks may be under way at once, so that every worker has enough to do. */
  get depth(): number {
    return this.#most + BLOCKS_WAITING;
  }

  /**
   * Parses a block.
   * @param isOnly whether the source holds nothing else: then it is not worth a thread
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
    // Of one that is done after another has failed nobody waits any more.
    worker.on('message', (parsed: ParsedLines) => thread.waiting.shift()?.resolve(parsed));
    worker.on('error', (error: Error) => this.#fail(error.message, error));
    worker.on('exit', (code) => this.#fail(`it ended with ${code}`));
    this.#threads.push(thread);
    return thread;
  }

  /** A worker is gone, and the lines that it had with it: whatever waits for lines cannot have them all. */
  #fail(found: string, cause?: Error): void {
    this.#failure ??= new Fault('WORKER_FAILED', { found, cause });
    for (const { waiting } of this.#threads)
      for (const { reject } of waiting.splice(0)) reject(this.#failure);
  }
}
