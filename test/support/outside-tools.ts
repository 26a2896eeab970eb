import { spawnSync } from 'node:child_process';
import { isInstalled } from './shells.ts';

/** Programs by which others read what is made for them: Prometheus and systemd; Debian has packages of their names. */
export const OUTSIDE_TOOLS = ['promtool', 'systemd-analyze'] as const;

export function isThere(tool: (typeof OUTSIDE_TOOLS)[number]): boolean {
  return isInstalled(tool);
}

/** What such a program says of something; nothing but its exit code where all is well with it. */
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
