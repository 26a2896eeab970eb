import { Fault } from '../../../src/errors.ts';
import { ParsePool } from '../../../src/ingest/lines/parse-pool.ts';
import { stageSource } from '../../../src/ingest/stage-source.ts';
import type { StagedRows } from '../../../src/ingest/staging/staged-rows.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { madeWorkbook, row } from '../../support/make-workbook.ts';
import { holds, piecesOf, type Target, withNumber } from '../target.ts';

const SETTINGS = parseSettings({
  ingest: { workers: 0, maxLineBytes: 1024, maxWorkbookBytes: 1_000_000 },
  map: {
    a: {
      kind: 'statement',
      footer: '^Total',
      totals: { rows: 'at', gross: 'gross' },
      columns: { trade: 'trade_no', gross: 'gross', fee: 'fee', at: 'completed_at' },
      values: { currency: 'EGP' },
    },
  },
});
const READING = { settings: SETTINGS, forcedKind: undefined };
const POOL = new ParsePool(READING);
const TIME = '2026-11-19T10:06:00+02:00';
const HEAD = row(1, 'trade', 'gross', 'fee', 'at');
const ROW = row(2, 'T1', 200.5, 2.01, TIME);

/** A workbook with a statement, by the XML of its sheet: nothing but faults, and each row is counted once. */
const target: Target = {
  seeds: [
    `\x05${HEAD}${ROW}${row(3, 'Total', 200.5, 2.01, 1)}`,
    `\x40${HEAD}${row(2, '<c t="s"><v>0</v></c>', 200.5, '', '<c s="1"><v>46345.42</v></c>')}${row(4, 'Total', 200.5, '', '1')}`,
    `\x11${HEAD}${row(3, 'T2', '1e2', '', TIME)}<row/><row r="3"><c r="B3" t="e"><v>#REF!</v></c></row>`,
    `\x21${HEAD}${ROW}</sheetData><mergeCells><mergeCell ref="A2:B3"/></mergeCells><sheetData>`,
    `\x30<row><c><f>1+1</f><v>2</v></c></row>${HEAD}${row(9, '&#65;&amp;', 1, 1, TIME)}`,
  ],
  words: [
    ...[
      '<row r="',
      '">',
      '</row>',
      '<c r="B2">',
      '<v>',
      '</v>',
      '</c>',
      ' t="s"',
      ' t="b"',
      ' t="d"',
      ' s="1"',
    ],
    ...['1E2', '-', '0', '46345', 'Total', '&#0;', '&#x10FFFF;', '<![CDATA[', ']]>', '<!--', 'XFE1', ROW],
  ],
  run: async (input) => {
    const [size, xml] = withNumber(input, 997);
    const rows = xml.toString('utf8');
    const sheet = { name: 'Plan1', rows };
    const bytes = await madeWorkbook({ sheets: [sheet], strings: ['<t>T9</t>'], format: 'dd/mm/yyyy hh:mm' });
    const whole = await stage([bytes]);
    const cut = await stage(piecesOf(bytes, size));
    holds(whole === cut, 'a workbook is the same however its bytes arrive');
  },
};
export default target;

async function stage(pieces: Iterable<Uint8Array>): Promise<string> {
  const rows: string[] = [];
  const sender = {
    add: async (staged: readonly StagedRows[]) => {
      for (const one of staged) rows.push(`${one.table} ${Buffer.from(one.bytes).toString('hex')}`);
    },
    finish: async () => undefined,
  };
  async function* chunks() {
    yield* pieces;
  }
  const content = { chunks: chunks(), sha256: () => '', bytes: () => 0, grew: () => false };
  try {
    const staged = await stageSource('a.xlsx', content, { ...READING, pool: POOL, sender });
    const { records, statements, rejected } = staged;
    holds(records === statements + rejected, 'each row is counted once');
    return `${records} ${rejected} ${rows}`;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `${error.code} ${JSON.stringify(error.detail)}`;
  }
}
