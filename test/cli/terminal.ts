import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs Node on a terminal (script of util-linux makes one), 200 columns wide, and gives its exit code and what the
 * terminal showed.
 * @param output file for standard output; the terminal too if absent
 */
export async function onTerminal(
  words: readonly string[],
  cwd: string,
  output?: string,
): Promise<{ readonly code: number; readonly shown: string }> {
  const command = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
  const redirected = output === undefined ? command : `${command} > '${output}'`;
  try {
    const { stdout } = await promisify(execFile)(
      'script',
      ['-qfec', `stty cols 200; ${redirected}`, '/dev/null'],
      { cwd, env: { ...process.env, SHELL: '/bin/sh', LC_ALL: 'C' } },
    );
    return { code: 0, shown: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, shown: stdout };
  }
}

/**
 * Runs Node on a terminal and types an answer to each question when it is shown, as a person does.
 * @param answers questions in their order, each with what is typed, without its line end
 */
export async function typedOnTerminal(
  words: readonly string[],
  cwd: string,
  answers: ReadonlyArray<readonly [question: string, typed: string]>,
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const command = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd,
    env: { ...process.env, SHELL: '/bin/sh', LC_ALL: 'C' },
  });
  let shown = '';
  let seen = 0;
  const open = [...answers];
  child.stdout.on('data', (text: Buffer) => {
    shown += text.toString();
    const [question, typed] = open[0] ?? [];
    const at = question === undefined ? -1 : shown.indexOf(question, seen);
    if (at < 0) return;
    seen = at + question!.length;
    open.shift();
    child.stdin.write(`${typed}\r`);
  });
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  child.stdin.destroy();
  return { code, shown };
}
