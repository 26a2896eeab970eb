import { Fault } from '../../../src/errors.ts';
import { parseRows } from '../../../src/ingest/csv/dialect.ts';
import { ParsePool } from '../../../src/ingest/lines/parse-pool.ts';
import { type StagedSource, stageSource } from '../../../src/ingest/stage-source.ts';
import type { StagedRows } from '../../../src/ingest/staging/staged-rows.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { callbackLine } from '../../support/records.ts';
import { holds, piecesOf, type Target, withNumber } from '../target.ts';

const MOST_BYTES = 1024;
const SETTINGS = parseSettings({ ingest: { workers: 0, maxLineBytes: MOST_BYTES } });
const READING = { settings: SETTINGS, forcedKind: undefined };
const POOL = new ParsePool(READING);
const HEADER = 'orderNo,tradeNo,merchantId,status,money.currency,money.amount,transactionTime,ack';
const ROW = 'ORDER00001,T1,M0001,SUCCESS,BRL,20000,2026-11-19T10:06:00-03:00,SUCCESS';
const CELL = JSON.stringify(JSON.parse(callbackLine()).body).replaceAll('"', '""');

/**
 * A table, from its bytes to the rows for the database: each record is counted once, and nothing depends on how the bytes
 * arrive. A header that cannot be read is a fault of the program's own. A table that the parser reads as a whole has the same
 * rows where it is read record by record.
 */
const target: Target = {
  seeds: [
    ...[
      `\x05${HEADER}\n${ROW}\n${ROW}\n`,
      `\x40${HEADER.replaceAll(',', ';')}\r\n${ROW.replaceAll(',', ';')}\r\n`,
    ],
    ...[`\x11${HEADER}\n${ROW.replace('SUCCESS,BRL', '"SUC\n""CESS",BRL')}\n`, `\x30body\n"${CELL}"\n`],
    ...[
      `\x09\ufeffbody,receivedAt\n"${CELL}","2026-11-19 13:06:02"\n"{",\n`,
      `\x21${HEADER}\n"${ROW}\n${ROW}\n`,
      `\x07${HEADER}\n${ROW.replace('SUCCESS', `"SUC\n${ROW}\nCESS"`)},"MORE"\n"too\nfew"\n${ROW}\n`,
    ],
  ],
  words: [
    '"',
    '""',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r\n',
    '\ufeff',
    '",',
    ',"',
    '__proto__',
    HEADER,
    ROW,
    '{""orderNo"":',
    '\xff',
  ],
  run: async (input) => {
    const [size, bytes] = withNumber(input, 97);
    const whole = await stage([bytes]);
    const cut = await stage(piecesOf(bytes, size));
    holds(whole === cut, 'a table is the same however its bytes arrive');
    const rows = rowsOfWhole(bytes.toString('latin1'));
    if (rows !== undefined) holds(whole.startsWith(`${rows} `), 'a table has a record for each row');
  },
};
export default target;

/** How many rows the parser finds in a table as a whole; undefined for one that it cannot read, or whose rows may be blank or too long. */
function rowsOfWhole(text: string): number | undefined {
  if (!text.startsWith(`${HEADER}\n`) || /\r/.test(text)) return undefined;
  const rows = parseRows(text.slice(HEADER.length + 1), { delimiter: ',', quote: '"' });
  const isSure = rows?.every((row) => {
    const cells = row.join('');
    return cells.length < MOST_BYTES / 2 && row.length < 20 && (cells === '' || /[!-~]/.test(cells));
  });
  return isSure === true ? rows!.filter((row) => row.join('') !== '').length : undefined;
}

async function stage(pieces: Iterable<Uint8Array>): Promise<string> {
  const rows = new Map<string, Buffer[]>();
  const sender = {
    add: async (staged: readonly StagedRows[]) => {
      for (const one of staged) rows.set(one.table, [...(rows.get(one.table) ?? []), Buffer.from(one.bytes)]);
    },
    finish: async () => undefined,
  };
  async function* chunks() {
    yield* pieces;
  }
  const content = { chunks: chunks(), sha256: () => '', bytes: () => 0, grew: () => false };
  let staged: StagedSource;
  try {
    staged = await stageSource('a.csv', content, { ...READING, pool: POOL, sender });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `${error.code} ${JSON.stringify(error.detail)}`;
  }
  const { records, payIns, callbacks, rejected } = staged;
  holds(records === payIns + callbacks + rejected, 'each record is counted once');
  const bytes = [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
  return `${records} ${rejected} ${bytes.map(([name, parts]) => `${name} ${Buffer.concat(parts).toString('hex')}`)}`;
}
