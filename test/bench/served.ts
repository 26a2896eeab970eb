import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './program.ts';

const EVERY_MS = 10;

/** Memory of a server's process while something was done, in megabytes, and the CPU seconds of all its threads. */
export interface Metered {
  readonly before: number;
  readonly most: number;
  readonly cpu: number;
  /** Whatever else the server counts. */
  readonly extra?: Readonly<Record<string, number>>;
}

/** A server in a process of its own. */
export interface Served {
  readonly url: string;
  /** Measures the process while something is done. */
  meter<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly metered: Metered }>;
  stop(): Promise<void>;
}

type Said = { readonly url: string } | Metered;

/** Starts a script of this folder that calls {@link serveMeter}. Throws Error if it ends before it serves. */
export async function startScript(script: string, place: Place, order: object): Promise<Served> {
  const { environment = {}, profile } = place;
  const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const path = join(fileURLToPath(new URL('.', import.meta.url)), script);
  const child = fork(path, [JSON.stringify(order)], {
    execArgv: flags,
    env: { ...process.env, ...environment },
    cwd: place.work,
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  ended.catch(() => undefined);
  const heard = () =>
    Promise.race([ended, new Promise<Said>((resolve) => child.once('message', resolve as () => void))]);
  const first = await heard();
  if (!('url' in first)) throw new Error(`${script} gave no address`);
  return {
    url: first.url,
    meter: async (work) => {
      child.send('start');
      const result = await work();
      const answer = heard();
      child.send('stop');
      return { result, metered: (await answer) as Metered };
    },
    stop: async () => {
      child.send('end');
      await ended.catch(() => undefined);
    },
  };
}

/** In the server's process: gives its address to who started it, measures when asked to, and ends when told to. */
export function serveMeter(
  url: string,
  close: () => Promise<void>,
  extra?: () => Readonly<Record<string, number>>,
): void {
  const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
  let timer: NodeJS.Timeout | undefined;
  let [before, most, cpu] = [0, 0, process.cpuUsage()];
  process.on('message', async (message) => {
    if (message === 'start') {
      [before, most, cpu] = [megabytes(), megabytes(), process.cpuUsage()];
      timer = setInterval(() => {
        most = Math.max(most, megabytes());
      }, EVERY_MS);
      return;
    }
    clearInterval(timer);
    if (message === 'stop') {
      const { user, system } = process.cpuUsage(cpu);
      const counted = extra === undefined ? {} : { extra: extra() };
      process.send!({
        before,
        most: Math.max(most, megabytes()),
        cpu: (user + system) / 1e6,
        ...counted,
      } satisfies Said);
      return;
    }
    await close();
    process.disconnect();
    // Pools and timers of the server would keep the process for seconds.
    process.exit();
  });
  process.send!({ url } satisfies Said);
}
