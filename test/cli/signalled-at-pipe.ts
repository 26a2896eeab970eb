import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { ended, type Outcome } from './command.ts';

interface SignalledOutcome extends Outcome {
  readonly signal: NodeJS.Signals | null;
}

/** Sends a signal to a command once it has opened a pipe, which it reads until that is closed. */
export async function signalledAtPipe(
  pipe: string,
  signal: 'SIGINT' | 'SIGKILL',
  begin: () => ChildProcess,
): Promise<SignalledOutcome> {
  execFileSync('mkfifo', [pipe]);
  const child = begin();
  const end = ended(child);
  const gone = once(child, 'exit');
  // Opens once the command is reading, and not before.
  const writing = await open(pipe, 'w');
  const interrupted = Promise.withResolvers<void>();
  let said = '';
  child.stderr!.on('data', (text: Buffer | string) => {
    said += text;
    if (said.includes('error INTERRUPTED')) interrupted.resolve();
  });
  child.kill(signal);
  await Promise.race([interrupted.promise, gone]);
  await writing.close();
  return { ...(await end), signal: child.signalCode };
}
