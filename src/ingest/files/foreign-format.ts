import { Fault } from '../../errors.ts';
import { isOfx } from '../ofx/ofx-head.ts';
import { lookAhead } from './look-ahead.ts';

/** A kind of file, recognised by its first bytes, that is neither a log nor a table. */
interface ForeignFormat {
  readonly found: string;
  readonly remedy: string;
}

/** Number of first bytes that the kinds below need: the mark of a tar archive is at byte 257. */
const DECIDING_BYTES = 512;
const TAR_MARK_AT = 257;
const BRACE = 0x7b;

const SAVE_AS_CSV =
  'Save it as an Excel workbook (.xlsx) or as CSV (in Excel: File, Save As, "CSV UTF-8"), and give that file.';
const SAVE_AS_UTF_8 = 'Save it as UTF-8 (in Excel: File, Save As, "CSV UTF-8"), and give that file.';
const EXPORT_AS_LINES = 'Export its records as NDJSON or CSV, and give that file.';
const UNPACK = 'Unpack it, and give the files in it; of packed files .gz and .zst are read as they are.';
const FETCH_AGAIN =
  'Give the log or table itself; a page like this comes where a download asks for a sign-in.';
const NOT_TEXT = 'Give the log or table that it was made from, as NDJSON or CSV.';

/** The beginning of a file as Latin-1 text, one letter a byte. */
const FORMATS: ReadonlyArray<ForeignFormat & { readonly begins: RegExp }> = [
  { begins: /^%PDF-/, found: 'a PDF document', remedy: NOT_TEXT },
  { begins: /^PAR1[\x00-\x1f]/, found: 'a Parquet file', remedy: EXPORT_AS_LINES },
  { begins: /^SQLite format 3\0/, found: 'an SQLite database', remedy: EXPORT_AS_LINES },
  { begins: /^Obj\x01/, found: 'an Avro file', remedy: EXPORT_AS_LINES },
  { begins: /^ARROW1\0/, found: 'an Arrow file', remedy: EXPORT_AS_LINES },
  { begins: /^PGDMP[\x00-\x1f]/, found: 'a dump of pg_dump', remedy: EXPORT_AS_LINES },
  {
    begins: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    found: 'a document of Excel 97 to 2003 (.xls), of another Office program, or a workbook with a password',
    remedy: SAVE_AS_CSV,
  },
  { begins: /^7z\xbc\xaf\x27\x1c/, found: 'a 7-Zip archive', remedy: UNPACK },
  { begins: /^Rar!\x1a\x07/, found: 'a RAR archive', remedy: UNPACK },
  { begins: /^BZh[1-9](?:1AY&SY|\x17rE8P\x90)/, found: 'a file packed by bzip2', remedy: UNPACK },
  { begins: /^\xfd7zXZ\0/, found: 'a file packed by xz', remedy: UNPACK },
  { begins: /^\x04\x22\x4d\x18/, found: 'a file packed by lz4', remedy: UNPACK },
  { begins: /^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, found: 'text in UTF-32', remedy: SAVE_AS_UTF_8 },
  { begins: /^\x89PNG\r\n\x1a\n|^\xff\xd8\xff|^GIF8[79]a/, found: 'a picture', remedy: NOT_TEXT },
  {
    begins: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)\b/i,
    found: 'a web page (HTML)',
    remedy: FETCH_AGAIN,
  },
  { begins: /^(?:\xef\xbb\xbf)?\s*<\?xml\b/i, found: 'an XML document', remedy: EXPORT_AS_LINES },
];

/**
 * Passes a file's bytes on, unpacked, unless they are of a well-known kind that is not read.
 * @throws Fault SOURCE_FORMAT, before anything is passed on
 */
export async function* refusingForeign(
  chunks: AsyncGenerator<Uint8Array>,
  path: string,
): AsyncGenerator<Uint8Array> {
  // A line of JSON is passed on at once; anything else waits until there are enough bytes to decide by.
  const isEnough = (first: Buffer) => first[0] === BRACE || first.length >= DECIDING_BYTES;
  try {
    const { first, whole } = await lookAhead(chunks, isEnough);
    refuse(first.toString('latin1', 0, DECIDING_BYTES), path);
    yield* whole;
  } finally {
    await chunks.return(undefined);
  }
}

function refuse(head: string, path: string): void {
  const format = foreignFormat(head);
  if (format === undefined) return;
  throw new Fault('SOURCE_FORMAT', {
    where: path,
    found: format.found,
    expected: 'NDJSON (a JSON object a line), CSV, or an Excel workbook (.xlsx)',
    remedy: format.remedy,
  });
}

function foreignFormat(head: string): ForeignFormat | undefined {
  if (/^PK(?:\x03\x04|\x05\x06)/.test(head)) return zipFormat(head);
  if (/^ustar[\0 ]/.test(head.slice(TAR_MARK_AT))) return { found: 'a tar archive', remedy: UNPACK };
  if (isOfx(Buffer.from(head, 'latin1'))) return undefined;
  return FORMATS.find(({ begins }) => begins.test(head));
}

/** Workbooks are ZIP archives, and name their first part at the start. Undefined for one of Excel, which is read. */
function zipFormat(head: string): ForeignFormat | undefined {
  if (/\[Content_Types\]\.xml|_rels\/|xl\/|docProps\//.test(head)) {
    return undefined;
  }
  if (head.includes('opendocument.spreadsheet')) {
    return { found: 'a workbook of LibreOffice (.ods)', remedy: SAVE_AS_CSV };
  }
  return { found: 'a ZIP archive', remedy: UNPACK };
}
