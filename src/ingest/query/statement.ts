import type { SourceSettings } from '../../settings/sources.ts';

/** The query of a source as a table of a statement; on lines of its own, so that it may end with a comment. */
export function selectOf({ query }: SourceSettings): string {
  return `(\n${query!.replace(/[\s;]+$/, '')}\n) as rows_of_source`;
}

/** The name of a column as a statement takes it. */
export function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}
