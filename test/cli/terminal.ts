import { execFile } from 'node:child_process';
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
