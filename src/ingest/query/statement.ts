import type { SourceSettings } from '../../settings/sources.ts';

/** The query of a source as a table of a statement; on lines of its own, because it may end with a comment. */
export function selectOf({ query }: SourceSettings): string {
  return `(\n${query!.replace(/[\s;]+$/, '')}\n) as rows_of_source`;
}

/** A column's name as a quoted identifier. */
export function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}
