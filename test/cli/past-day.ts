import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { EVIDENCE, LATE_CALLBACK } from '../export/books.ts';

/** A date that is past whatever the machine's clock says: commands look at it from now. */
export const DAY = '2024-11-19';
export const DAY_AFTER = '2024-11-20T12:00:00Z';

/** Lines of the evidence that the tests of publishing use, of {@link DAY}. */
export const LINES = EVIDENCE.map(toPast);
export const LATE_LINE = toPast(LATE_CALLBACK);

export function toPast(line: string): string {
  return line.replaceAll('2026-11-', '2024-11-');
}

/** A working folder with {@link LINES} as logs/day.ndjson; gone after the test, or after `whenOver`. */
export function workingFolder(whenOver: (work: () => void) => void = onTestFinished): string {
  const cwd = mkdtempSync(join(tmpdir(), 'payin-recon-cwd-'));
  whenOver(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, 'logs'));
  writeLog(join(cwd, 'logs/day.ndjson'), LINES);
  return cwd;
}

/** The same with an embedded database where commands look for one, laid out already: to lay one out takes seconds. */
export function workingFolderWithStore(): string {
  const cwd = workingFolder();
  cpSync(inject('templates').embedded.migrated, join(cwd, '.payin-recon'), { recursive: true });
  return cwd;
}

export function writeLog(path: string, lines: readonly string[]): void {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
}
