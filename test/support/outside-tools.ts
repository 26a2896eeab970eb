import { spawnSync } from 'node:child_process';
import { isInstalled } from './shells.ts';

/** Other programs that check our files: Prometheus and systemd. Debian has packages of the same names. */
export const OUTSIDE_TOOLS = ['promtool', 'systemd-analyze'] as const;

export function isThere(tool: (typeof OUTSIDE_TOOLS)[number]): boolean {
  return isInstalled(tool);
}

/** The exit code and output of such a program. */
export function saidBy(
  tool: (typeof OUTSIDE_TOOLS)[number],
  words: readonly string[],
  { input = '', cwd }: { readonly input?: string; readonly cwd?: string } = {},
): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(tool, words, {
    input,
    cwd,
    encoding: 'utf8',
    timeout: 600_000,
  });
  return { code: status, said: stdout + stderr };
}
