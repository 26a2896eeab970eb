import { filesBelow } from '../test/support/code-files.ts';
import { areaOf, importsOf } from './imports.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The folders of src, with jobs and reports, as a Mermaid flowchart. An arrow means "imports". An arrow is left out if
 * a longer path leads to the same folder.
 */
export function architectureDiagram(): string {
  const imports = folderImports();
  const arrows = [...reduced(imports)].flatMap(([from, targets]) =>
    [...targets].sort().map((to) => `  ${from} --> ${to}`),
  );
  return [
    'flowchart TD',
    ...[...imports.keys()].map((name) => `  ${name}["${labelOf(name)}"]`),
    ...arrows,
  ].join('\n');
}

/** The folders that the files of each folder import from. */
function folderImports(): Graph {
  const files = ['src', 'jobs', 'reports'].flatMap((folder) => filesBelow(folder, /\.ts$/));
  const isFolder = (path: string) => !/^src\/[^/]+\.ts$/.test(path);
  const graph = new Map<string, Set<string>>();
  for (const path of files.filter(isFolder)) {
    const area = areaOf(path);
    const targets = graph.get(area) ?? new Set<string>();
    graph.set(area, targets);
    for (const { target, area: other } of importsOf(path)) {
      if (other !== undefined && other !== area && isFolder(target)) targets.add(other);
    }
  }
  return new Map([...graph].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The graph without arrows that a longer path makes redundant. */
export function reduced(graph: Graph): Graph {
  return new Map(
    [...graph].map(([from, targets]) => {
      const needed = [...targets].filter(
        (to) => ![...targets].some((other) => other !== to && leadsTo(graph, other, to)),
      );
      return [from, new Set(needed)];
    }),
  );
}

function leadsTo(graph: Graph, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(graph.get(from) ?? [])].some((next) => leadsTo(graph, next, to, seen));
}

function labelOf(area: string): string {
  return area === 'jobs' || area === 'reports' ? area : `src/${area}`;
}
