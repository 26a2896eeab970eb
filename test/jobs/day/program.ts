import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { formatInstant, type Instant, isoSeconds } from '../../../src/normalise/instant.ts';
import type { JobPlan } from '../../../src/operations/schedule/job-run.ts';
import { PROGRAM } from '../../cli/command.ts';

const WOUND = fileURLToPath(new URL('wound-program.ts', import.meta.url));

/** What wound-program.ts is asked: to wind its clock to milliseconds since 1970, or to measure its process. */
export interface Order {
  readonly windTo?: number;
}

/** What a process says of itself, after garbage was collected. */
export interface Measured {
  readonly heapUsed: number;
  /** Bytes outside of the heap; the embedded engine's memory is among them. */
  readonly arrayBuffers: number;
  /** Timers by the wound clock. */
  readonly timers: number;
  /** Node's names of what keeps the process running, once for each. */
  readonly resources: readonly string[];
}

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly job?: string;
  readonly region?: string;
  readonly dueAt?: string;
  readonly listen?: string;
}

interface Started {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly at: Instant;
}

/** `payin-recon serve --with-schedule` in a process of its own, as people start it, by a clock that is wound. */
export class Program {
  readonly #child: ChildProcess;
  readonly #text: string[] = [];
  readonly #lines: Line[] = [];
  readonly #done = new Set<string>();
  #news = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<'ended'>();
  #hasEnded = false;

  constructor({ cwd, environment, at }: Started) {
    const words = ['serve', '--with-schedule', '--listen', '127.0.0.1:0'];
    this.#child = spawn(process.execPath, ['--expose-gc', '--import', WOUND, PROGRAM, ...words], {
      cwd,
      env: { PATH: process.env['PATH'], ...environment, TEST_WOUND_AT: String(at.seconds * 1000) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    createInterface({ input: this.#child.stderr! }).on('line', (line) => this.#read(line));
    this.#child.once('exit', () => {
      this.#hasEnded = true;
      this.#ended.resolve('ended');
      this.#tell();
    });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Addresses of the page and of the monitor. */
  async addresses(): Promise<{ readonly page: string; readonly monitor: string }> {
    const page = () => this.#text.map((line) => /^The page is at (\S+)/.exec(line)?.[1]).find(Boolean);
    const monitor = () => this.#lines.find(({ msg }) => msg === 'schedule started')?.listen;
    await this.#until('it has started', () => page() !== undefined && monitor() !== undefined);
    return { page: page()!, monitor: `http://${monitor()}` };
  }

  /** Winds the clock on, and waits for the runs that are due at that time. */
  async windTo(at: Instant, due: readonly JobPlan[] = []): Promise<void> {
    await this.#ask({ windTo: at.seconds * 1000 });
    const dueAt = isoSeconds(formatInstant(at));
    for (const { job, region } of due) {
      await this.#until(`${job} ${region} of ${dueAt}`, () => this.#done.has(`${job} ${region} ${dueAt}`));
    }
  }

  async measured(): Promise<Measured> {
    return (await this.#ask({})) as Measured;
  }

  /** Number of runs that ended well. */
  get runs(): number {
    return this.#done.size;
  }

  /** Stops it as a service manager does. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    await this.#ended.promise;
    return this.#child.exitCode;
  }

  async #ask(order: Order): Promise<unknown> {
    const answer = once(this.#child, 'message');
    if (!this.#hasEnded) this.#child.send(order);
    const first = await Promise.race([answer, this.#ended.promise]);
    if (first === 'ended') throw this.#failure('the process has ended');
    return first[0];
  }

  #read(text: string): void {
    this.#text.push(text);
    if (text.startsWith('{')) {
      const line: Line = JSON.parse(text);
      this.#lines.push(line);
      if (line.msg === 'done') this.#done.add(`${line.job} ${line.region} ${line.dueAt}`);
    }
    this.#tell();
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  async #until(what: string, holds: () => boolean): Promise<void> {
    for (;;) {
      if (this.#lines.some(({ level }) => level !== 'info')) throw this.#failure('not everything went well');
      if (holds()) return;
      if (this.#hasEnded) throw this.#failure(`the process ended before ${what}`);
      await this.#news.promise;
    }
  }

  #failure(what: string): Error {
    return new Error(`${what}:\n${this.#text.slice(-40).join('\n')}`);
  }
}
