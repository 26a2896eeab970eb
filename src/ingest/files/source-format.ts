import { Fault } from '../../errors.ts';
import type { RecordKind } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import { readColumns } from '../csv/column-plan.ts';
import { type CsvFormat, csvFormat } from '../csv/csv-format.ts';
import { detectDialect } from '../csv/dialect.ts';
import type { LineReading } from '../lines/parse-lines.ts';
import { isOfx, mayBeOfx, OFX_HEAD_BYTES } from '../ofx/ofx-head.ts';
import { lookAhead } from './look-ahead.ts';

/** Format of a source: one JSON object per line, rows under named columns, as text or in a workbook, or an account statement. */
export type SourceFormat = 'lines' | 'csv' | 'workbook' | 'ofx';

const PACKED = /\.(gz|zst)$/i;
const CSV_FILE = /\.(csv|tsv)$/i;
const OFX_FILE = /\.(ofx|qfx)$/i;
const WORKBOOK_FILE = /\.xlsx$/i;
/** Excel writes such a file beside a workbook that is open. */
const OWNER_FILE = /(?:^|[\\/])~\$[^\\/]*$/;
const LOG_FILE = /\.(ndjson|jsonl|log)$/i;

/** First bytes of a ZIP archive; of these, only workbooks are read. */
const ZIP_MARK = 'PK\x03\x04';

/** Longest header row, where a source's name does not show its format. */
const SNIFFED_BYTES = 65_536;
const LINE_FEED = 10;

/** Format by a file's name, packed or not; undefined for any other name. */
export function formatByName(name: string): SourceFormat | undefined {
  const plain = name.replace(PACKED, '');
  if (CSV_FILE.test(plain)) return 'csv';
  if (WORKBOOK_FILE.test(plain) && !OWNER_FILE.test(plain)) return 'workbook';
  if (OFX_FILE.test(plain)) return 'ofx';
  return LOG_FILE.test(plain) ? 'lines' : undefined;
}

/** Whether a file has plain lines, which can be read while more are added. */
export function isPlainLines(name: string): boolean {
  return LOG_FILE.test(name);
}

/**
 * Format of a source: a workbook or OFX by its first bytes, else by its name, otherwise CSV if its first line has known
 * columns.
 * @throws Fault SOURCE_FORMAT for a file with the name of a workbook that is none
 */
export async function sniffFormat(
  name: string,
  source: AsyncIterable<Uint8Array>,
  settings: Settings,
  forcedKind?: RecordKind,
): Promise<{ readonly format: SourceFormat; readonly chunks: AsyncIterable<Uint8Array> }> {
  const { first: mark, whole: chunks } = await lookAhead(
    source,
    (first) => first.length >= (mayBeOfx(first) ? OFX_HEAD_BYTES : ZIP_MARK.length),
  );
  if (isZip(mark)) return { format: 'workbook', chunks };
  if (isOfx(mark)) return { format: 'ofx', chunks };
  const named = formatByName(name);
  if (named === 'workbook') throw notWorkbook(name);
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
  return { format: hasHeader(line, name, { settings, forcedKind }, csv) ? 'csv' : 'lines', chunks: whole };
}

/** Whether bytes begin a ZIP archive, as a workbook does. */
export function isZip(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, ZIP_MARK.length)).toString('latin1') === ZIP_MARK;
}

function notWorkbook(where: string): Fault {
  return new Fault('SOURCE_FORMAT', {
    where,
    found: 'a file with the name of a workbook (.xlsx) that is none',
    expected: 'an Excel workbook (.xlsx)',
    remedy: 'Save it again as .xlsx; a table of text needs the name .csv.',
  });
}

function hasHeader(
  line: string,
  name: string,
  { settings, forcedKind }: LineReading,
  csv: CsvFormat,
): boolean {
  if (line.trimStart().startsWith('{')) return false;
  const knownOf = (names: readonly string[]) => {
    const { containers, fields } = readColumns(names, name, settings, forcedKind).plan;
    return containers.length + fields.length;
  };
  return knownOf(detectDialect(line, csv, knownOf).names) > 0;
}
