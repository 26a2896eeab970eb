import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('wound-daemon.ts', import.meta.url));

/** Schedules in processes of their own, over one store, that can be killed and started again. */
export class Daemons {
  readonly #cwd: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #clock: string;
  readonly #running = new Map<number, ChildProcess>();
  #log = '';

  constructor(cwd: string, environment: Readonly<Record<string, string>>, clock: string) {
    this.#cwd = cwd;
    this.#environment = environment;
    this.#clock = clock;
    onTestFinished(() => {
      for (const child of this.#running.values()) child.kill('SIGKILL');
    });
  }

  isRunning(which: number): boolean {
    return this.#running.has(which);
  }

  /** Starts one, unless it runs. */
  async start(which: number): Promise<void> {
    if (this.isRunning(which)) return;
    const child = spawn(process.execPath, [PROGRAM, this.#clock], {
      cwd: this.#cwd,
      env: { PATH: process.env['PATH'], ...this.#environment },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
    });
    this.#running.set(which, child);
  }

  /** Ends one as a power cut would. */
  kill(which: number): void {
    this.#running.get(which)?.kill('SIGKILL');
    this.#running.delete(which);
  }

  /** Tells all to stop; gives what they ended with. */
  async stop(): Promise<Array<number | null>> {
    const ends = [...this.#running.values()].map(
      (child) => new Promise<number | null>((resolve) => child.once('exit', resolve)),
    );
    for (const child of this.#running.values()) child.kill('SIGTERM');
    this.#running.clear();
    return Promise.all(ends);
  }

  /** Every night that a daemon said was done, by region and date. */
  doneNights(): string[] {
    return this.#log
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as { job?: string; region?: string; date?: string; msg: string })
      .filter(({ job, msg }) => job === 'nightly' && msg === 'done')
      .map(({ region, date }) => `${region} ${date}`);
  }

  get log(): string {
    return this.#log;
  }
}
