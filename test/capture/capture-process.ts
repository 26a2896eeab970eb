import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { start } from '../cli/command.ts';

export interface CaptureProcess {
  readonly url: string;
  /** What it has written on standard error. */
  readonly said: string[];
  /** Waits for a line of standard error with a text. */
  saying(text: string): Promise<void>;
  /** Sends a signal, and does not wait. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal and waits for its end. @returns its exit code; null after SIGKILL */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the real command with a folder for its logs, and waits until it takes callbacks. */
export async function startProcess(
  cwd: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CaptureProcess> {
  const child = start(['capture', '--listen', '127.0.0.1:0', ...words], { cwd, environment });
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout!.resume();
  const lines = createInterface({ input: child.stderr! });
  lines.on('line', (line) => {
    said.push(line);
    const [, url] = /^Callbacks are taken at (http:\S+)/.exec(line) ?? [];
    if (url !== undefined) resolve(url);
  });
  child.once('exit', () => reject(new Error(`the process ended:\n${said.join('\n')}`)));
  const url = await promise;
  return {
    ...{ url, said, end: (signal) => ended(child, signal), signal: (signal) => void child.kill(signal) },
    saying: async (text) => {
      while (!said.some((line) => line.includes(text))) await once(lines, 'line');
    },
  };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}
