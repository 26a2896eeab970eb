import { Fault } from '../../../src/errors.ts';
import { ParsePool } from '../../../src/ingest/lines/parse-pool.ts';
import { stageSource } from '../../../src/ingest/stage-source.ts';
import type { StagedRows } from '../../../src/ingest/staging/staged-rows.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { holds, piecesOf, type Target, withNumber } from '../target.ts';

const COLUMNS = ['trade', 'gross', 'fee', 'at'];
const SETTINGS = parseSettings({
  ingest: { workers: 0, maxLineBytes: 1024 },
  map: {
    a: {
      kind: 'statement',
      delimiter: ';',
      decimal: ',',
      footer: 1,
      totals: { rows: 'trade', gross: 'gross', fee: 'fee' },
      columns: { trade: 'trade_no', gross: 'gross', fee: 'fee', at: 'completed_at' },
      values: { currency: 'BRL' },
    },
  },
});
const READING = { settings: SETTINGS, forcedKind: undefined };
const POOL = new ParsePool(READING);
const HEADER = COLUMNS.join(';');
const TIME = '2026-11-19T10:06:00-03:00';
const ROW = `T1;200,50;2,01;${TIME}`;

/**
 * A statement with a footer: nothing depends on how the bytes arrive, each row is counted once, and a file whose numbers
 * are plain is read only if an addition by hand comes to what its footer says.
 */
const target: Target = {
  seeds: [
    `\x05${HEADER}\n${ROW}\n${ROW}\n2;401,00;4,02;\n`,
    `\x40${HEADER}\r\n${ROW}\r\nT2;-10;0;${TIME}\r\n2;190,5;2,01;\r\n`,
    `\x11${HEADER}\n${ROW}\nTotal: 1 rows;R$ 200,50;2,01;\n`,
    `\x21${HEADER}\n"T;1";"200,50";;${TIME}\n1;200,50;0;\n`,
    `\x30${HEADER}\n${ROW}\n1;200,51;2,01;\n`,
    `\x30${HEADER}\n0;0;0;\n`,
  ],
  words: [
    ';',
    '"',
    '\n',
    '\r\n',
    ',',
    '-',
    '0',
    '00',
    ',00',
    ',0',
    '1;',
    'e',
    '1e9',
    'Total',
    'R$ ',
    ROW,
    TIME,
  ],
  run: async (input) => {
    const [size, bytes] = withNumber(input, 97);
    const whole = await stage([bytes]);
    const cut = await stage(piecesOf(bytes, size));
    holds(whole.text === cut.text, 'a statement is the same however its bytes arrive');
    const ties = tiesByHand(bytes.toString('latin1'));
    if (ties !== undefined)
      holds(
        whole.isRead === ties,
        `the footer ${ties ? 'ties' : 'does not tie'}: ${whole.text.slice(0, 300)}`,
      );
  },
};
export default target;

async function stage(
  pieces: Iterable<Uint8Array>,
): Promise<{ readonly isRead: boolean; readonly text: string }> {
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
  try {
    const staged = await stageSource('a.csv', content, { ...READING, pool: POOL, sender });
    const { records, statements, rejected } = staged;
    holds(records === statements + rejected, 'each row is counted once');
    const bytes = [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
    const text = bytes.map(([name, parts]) => `${name} ${Buffer.concat(parts).toString('hex')}`);
    return { isRead: true, text: `${records} ${rejected} ${text}` };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { isRead: false, text: `${error.code} ${JSON.stringify(error.detail)}` };
  }
}

/** Whether the footer ties, of a table as plain as can be; undefined for any other. */
function tiesByHand(text: string): boolean | undefined {
  if (!/^[\w;,\-:+\n]+\n$/.test(text) || !text.startsWith(`${HEADER}\n`)) return undefined;
  const rows = text.slice(0, -1).split('\n').slice(1);
  const cells = rows.map((row) => row.split(';'));
  const isPlain = (row: readonly string[]) =>
    row.length === COLUMNS.length && [row[1]!, row[2]!].every((cell) => /^-?\d{1,9}(,\d\d)?$/.test(cell));
  if (cells.length === 0 || !cells.every(isPlain)) return undefined;
  const footer = cells.pop()!;
  if (!/^\d+$/.test(footer[0]!) || cells.some(([trade, , , at]) => !/^T\d+$/.test(trade!) || at !== TIME))
    return undefined;
  const sum = (place: number) => cells.reduce((total, row) => total + hundredths(row[place]!), 0n);
  const agrees = (place: number) => hundredths(footer[place]!) === sum(place);
  return BigInt(footer[0]!) === BigInt(cells.length) && agrees(1) && agrees(2);
}

function hundredths(cell: string): bigint {
  const [whole, fraction = '00'] = cell.replace('-', '').split(',');
  const value = BigInt(whole! + fraction);
  return cell.startsWith('-') ? -value : value;
}
