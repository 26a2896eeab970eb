import type { RecordKind } from '../../contract/record-kinds.ts';
import { Fault } from '../../errors.ts';
import { issuerFormat, issuerOf, issuerOfNoTable } from '../../normalise/issuer.ts';
import { normaliseBankRow } from '../../normalise/normalise-bank-row.ts';
import type { Settings } from '../../settings/schema.ts';
import { findTable } from '../csv/column-plan.ts';
import { utf16Of } from '../csv/encodings.ts';
import { lookAhead } from '../files/look-ahead.ts';
import type { RecordStager } from '../staging/record-stager.ts';
import { oneMore, type RemarkableRows } from '../staging/remarkable-rows.ts';
import { OfxElements, OfxError } from './ofx-elements.ts';
import { OFX_HEAD_BYTES, ofxEncoding } from './ofx-head.ts';
import { type OfxRow, OfxRows } from './ofx-rows.ts';

export interface OfxReading {
  readonly file: string;
  readonly settings: Settings;
  readonly forcedKind: RecordKind | undefined;
  /** Called after each block of rows. */
  readonly onRows: () => Promise<void>;
}

/**
 * Stages the transactions of an OFX document as rows of a bank; a row's number in the document is its line.
 * @throws Fault SOURCE_FORMAT, SOURCE_BROKEN, SOURCE_STATEMENT
 */
export async function stageOfx(
  chunks: AsyncIterable<Uint8Array>,
  stager: RecordStager,
  { file, settings, forcedKind, onRows }: OfxReading,
): Promise<void> {
  if (forcedKind !== undefined && forcedKind !== 'bank') throw notThisKind(file);
  const found = findTable(settings, file);
  const isOfBank = found?.table.kind === 'bank';
  const values = isOfBank ? byField(found.table.values) : {};
  const issuer = isOfBank ? issuerOf(found.name) : undefined;
  const reader = issuer ?? issuerOfNoTable(settings, 'bank');
  if (issuerFormat(settings, reader, 'bank')?.unit === 'minor') throw inMinorUnits(file, reader);
  let line = 0;
  let correctingRows: RemarkableRows | undefined;
  const rows = new OfxRows((row: OfxRow, corrects: boolean) => {
    line += 1;
    if (corrects) correctingRows = oneMore(correctingRows, line);
    stager.take(normaliseBankRow({ ...values, ...row }, settings, issuer), line);
  });
  const { first, whole } = await lookAhead(chunks, ({ length }) => length >= OFX_HEAD_BYTES);
  const decoder = new TextDecoder(ofxEncoding(first));
  const elements = new OfxElements(rows, settings.ingest.maxLineBytes);
  try {
    let isHead = true;
    for await (const chunk of whole) {
      const text = decoder.decode(chunk, { stream: true });
      // The head of the older form is lines before the first tag.
      const begin = isHead ? text.indexOf('<') : 0;
      if (begin === -1) continue;
      isHead = false;
      elements.write(text.slice(begin));
      await onRows();
    }
  } catch (error) {
    if (!(error instanceof OfxError)) throw error;
    const encoding = utf16Of(first);
    throw encoding === undefined ? broken(file, error.message) : inUtf16(file, encoding);
  }
  if (!rows.hasBegun) throw notOfx(file);
  if (!rows.hasEnded) throw broken(file, 'the document does not end: </OFX> is missing');
  if (!rows.hasList) throw noList(file);
  if (correctingRows !== undefined) stager.note({ correctingRows });
}

/** The settings may name a value in any letters. */
function byField(values: Readonly<Record<string, string>>): OfxRow {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name.toLowerCase(), text]));
}

function broken(where: string, found: string): Fault {
  return new Fault('SOURCE_BROKEN', { where, found });
}

function inUtf16(where: string, encoding: string): Fault {
  return new Fault('SOURCE_FORMAT', {
    where,
    found: `an OFX document in ${encoding}`,
    expected: 'an OFX document in UTF-8, or in an encoding of one byte a letter that its head names',
    remedy:
      'Save the file as UTF-8; in its head, write encoding="UTF-8", or ENCODING:UTF-8 in the older form.',
  });
}

function notOfx(where: string): Fault {
  return new Fault('SOURCE_FORMAT', {
    where,
    found: 'a file with the name of an OFX document that is none',
    expected: 'an OFX document, with the element OFX',
    remedy: 'Download the account statement as OFX again, or as CSV with the name .csv.',
  });
}

function noList(where: string): Fault {
  return new Fault('SOURCE_STATEMENT', {
    where,
    found: 'no list of transactions (BANKTRANLIST)',
    expected: 'the statement of a bank account or credit card',
    remedy: 'Download the statement of the account with its transactions.',
  });
}

function inMinorUnits(where: string, table: string): Fault {
  return new Fault('SOURCE_FORMAT', {
    where,
    found: `an OFX document of the table ${table}, which has amounts in minor units`,
    expected: 'a table without unit: minor, as OFX has amounts such as 465.00',
    remedy: 'Give the file a name that fits another entry of map, or none.',
  });
}

function notThisKind(where: string): Fault {
  return new Fault('SOURCE_FORMAT', {
    where,
    found: 'an OFX document, which is an account statement of a bank',
    expected: 'a file of the kind that --kind, or the source, names',
    remedy: 'Leave out --kind, or give bank.',
  });
}
