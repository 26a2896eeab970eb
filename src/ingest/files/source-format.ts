import type { Settings } from '../../settings/schema.ts';
import { readColumns } from '../csv/column-plan.ts';
import { type CsvFormat, csvFormat } from '../csv/csv-format.ts';
import { detectDialect } from '../csv/dialect.ts';
import { lookAhead } from './look-ahead.ts';

/** Format of a source: one JSON object per line, or rows under named columns. */
export type SourceFormat = 'lines' | 'csv';

const PACKED = /\.(gz|zst)$/i;
const CSV_FILE = /\.(csv|tsv)$/i;
const LOG_FILE = /\.(ndjson|jsonl|log)$/i;

/** Longest header row, where a source's name does not show its format. */
const SNIFFED_BYTES = 65_536;
const LINE_FEED = 10;

/** Format by a file's name, packed or not; undefined for any other name. */
export function formatByName(name: string): SourceFormat | undefined {
  const plain = name.replace(PACKED, '');
  if (CSV_FILE.test(plain)) return 'csv';
  return LOG_FILE.test(plain) ? 'lines' : undefined;
}

/** Whether a file has plain lines, which can be read while more are added. */
export function isPlainLines(name: string): boolean {
  return LOG_FILE.test(name);
}

/** Format of a source: by its name, otherwise CSV if its first line has known columns. */
export async function sniffFormat(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  settings: Settings,
): Promise<{ readonly format: SourceFormat; readonly chunks: AsyncIterable<Uint8Array> }> {
  const named = formatByName(name);
  if (named !== undefined) return { format: named, chunks };
  const csv = csvFormat(settings, name);
  if (csv.isNamed) return { format: 'csv', chunks };
  const { first, whole } = await lookAhead(
    chunks,
    (bytes) => bytes.includes(LINE_FEED) || bytes.length >= SNIFFED_BYTES,
  );
  const line =
    first
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/, 1)[0] ?? '';
  return { format: hasHeader(line, name, settings, csv) ? 'csv' : 'lines', chunks: whole };
}

function hasHeader(line: string, name: string, settings: Settings, csv: CsvFormat): boolean {
  if (line.trimStart().startsWith('{')) return false;
  const knownOf = (names: readonly string[]) => {
    const { containers, fields } = readColumns(names, name, settings).plan;
    return containers.length + fields.length;
  };
  return knownOf(detectDialect(line, csv, knownOf).names) > 0;
}
