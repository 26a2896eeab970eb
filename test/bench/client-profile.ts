import { readFileSync } from 'node:fs';
import { markdownTable } from './markdown-table.ts';

/** The part of a CPU profile of V8 that is read here. Times are in microseconds. */
interface CpuProfile {
  readonly nodes: ReadonlyArray<{
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }>;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const MOST_FUNCTIONS = 30;
/** Waiting, and what happens outside of JavaScript, such as in a query of DuckDB. */
const OUTSIDE = ['(idle)', '(program)', '(root)'];

/**
 * The functions in which the threads of a process spent most time, without those that they call, as Markdown.
 * @param paths one CPU profile for each thread
 */
export function functionsTable(paths: readonly string[]): string {
  const seconds = new Map<string, number>();
  for (const path of paths) {
    const { nodes, samples, timeDeltas }: CpuProfile = JSON.parse(readFileSync(path, 'utf8'));
    const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
    for (const [index, id] of samples.entries()) {
      const name = names.get(id)!;
      if (!OUTSIDE.includes(name)) seconds.set(name, (seconds.get(name) ?? 0) + timeDeltas[index]! / 1e6);
    }
  }
  const rows = [...seconds].sort(([, one], [, other]) => other - one).slice(0, MOST_FUNCTIONS);
  const all = [...seconds.values()].reduce((sum, one) => sum + one, 0);
  return markdownTable(
    ['CPU s', 'function'],
    [['all', all] as const, ...rows].map(([name, taken]) => [taken.toFixed(2), name]),
    ['function'],
  );
}

/** `readTime normalise/read-time.js:62`; the folders above the last two are left out. */
function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName;
  return `${functionName || 'anonymous'} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
}
