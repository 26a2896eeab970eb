import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sample, type Tried } from './sample.ts';

/** Pure code: what a record means, and how money is written. */
const MUTATED = ['src/contract/', 'src/normalise/', 'src/export/csv/cell.ts', 'src/money-text.ts'];

/** So many lines of a file are mutated at once. */
const LINES = 20;

/** So many ranges of lines, chosen by a seed, as Stryker takes them. */
export function strykerRanges(root: string, only: string, count: number, seed: number): string[] {
  const files = MUTATED.flatMap((path) =>
    path.endsWith('/')
      ? readdirSync(join(root, path))
          .sort()
          .map((name) => `${path}${name}`)
      : [path],
  ).filter((file) => file.includes(only));
  const ranges = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(lines / LINES) }, (_, index) => 1 + index * LINES);
    return starts.map((start) => `${file}:${start}-${Math.min(lines, start + LINES - 1)}`);
  });
  return sample(ranges, count, seed);
}

interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: ReadonlyArray<{
          readonly status: string;
          readonly replacement?: string;
          readonly location: {
            readonly start: { readonly line: number; readonly column: number };
            readonly end: { readonly line: number; readonly column: number };
          };
        }>;
      }
    >
  >;
}

/** Runs Stryker in a copy of the tree. @returns its mutants, but for those that it could not try */
export async function runStryker(root: string, ranges: readonly string[]): Promise<Tried[]> {
  const report = join(root, 'mutants-report.json');
  const config = {
    ...JSON.parse(readFileSync(join(root, 'test/mutants/stryker.json'), 'utf8')),
    mutate: ranges,
    jsonReporter: { fileName: report },
  };
  const file = join(root, 'stryker-run.json');
  writeFileSync(file, JSON.stringify(config));
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  await promisify(execFile)(process.execPath, [stryker, 'run', file], { cwd: root, maxBuffer: 64_000_000 });
  const { files }: Report = JSON.parse(readFileSync(report, 'utf8'));
  return Object.entries(files).flatMap(([name, { source, mutants }]) =>
    mutants
      .filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
      .map(({ status, replacement = '', location }) => {
        const { at, from } = textAt(source, location);
        const isKilled = status === 'Killed' || status === 'Timeout';
        return {
          file: name,
          mutant: { at, line: location.start.line, from, to: replacement },
          killedBy: isKilled ? 'unit tests' : undefined,
          passed: isKilled ? 0 : 1,
          isLast: true,
        };
      }),
  );
}

function textAt(
  source: string,
  { start, end }: { start: { line: number; column: number }; end: { line: number; column: number } },
): { at: number; from: string } {
  const lines = source.split('\n');
  const offset = ({ line, column }: { line: number; column: number }) =>
    lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  return { at: offset(start), from: source.slice(offset(start), offset(end)) };
}
