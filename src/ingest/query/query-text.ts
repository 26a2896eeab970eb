import type { SourceSettings } from '../../settings/sources.ts';

type Query = Pick<SourceSettings, 'query'>;

/** The parts of a statement: what may follow its end, quoted text of each kind, words, and single characters. */
const PARTS = new RegExp(
  [
    String.raw`(?<beside>[\s;]+|--[^\n]*|/\*[\s\S]*?\*/)`,
    String.raw`[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$`,
    String.raw`[\p{L}_][\p{L}\w$]*|[\s\S]`,
  ].join('|'),
  'gu',
);

const LIMIT =
  /\b(?:limit\s+(?!all\b)(?:[\w.:]+|\([\w\s.:]+\))(?:\s+offset\s+[\w.:]+(?:\s+rows?)?)?|fetch\s+(?:first|next)\b[\w\s().:]*\b(?:only|with\s+ties))$/i;

/** The query of a source as a table of a statement. */
export function selectOf(source: Query): string {
  return `(\n${withoutEnd(source)}\n) as rows_of_source`;
}

/** A column's name as a quoted identifier. */
export function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

/** What is doubtful about a query that ends with a limit, and what to do; undefined for any other. */
export function limitWarning(source: Query): { readonly found: string; readonly remedy: string } | undefined {
  if (!LIMIT.test(withoutEnd(source))) return undefined;
  return {
    found: 'the query ends with a limit, so that rows beyond it are never read',
    remedy: 'Take the limit out of the query: later readings begin at the watermark anyway.',
  };
}

/** A query without semicolons, white space and comments behind it. */
function withoutEnd({ query }: Query): string {
  let end = 0;
  for (const part of query!.matchAll(PARTS)) {
    if (part.groups!['beside'] === undefined) end = part.index + part[0].length;
  }
  return query!.slice(0, end);
}
