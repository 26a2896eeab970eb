import { expect, it } from 'vitest';
import { type Store, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { RunRequest } from '../../src/reconcile/run.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { STATED_CODES } from './stated-model.ts';
import { putStatement, type StatementRow } from './statement-evidence.ts';

const NOON = '2026-11-20T12:00:00Z';
const ONE = '2026-11-20T13:00:00Z';
const AFTER_ONE = '2026-11-20T13:00:00.000001Z';
/** Five days, so that it shows whether it is added or taken away. */
const GRACE: SettingsInput = { statements: { graceSeconds: 432_000 } };
const CHARGED: SettingsInput = {
  ...GRACE,
  fees: [{ region: 'BR', from: '2026-01-01', fixed: 7, rounding: 'down' }],
};

/** What is read, in this order, before a run. */
interface Step {
  readonly records?: readonly string[];
  /** Statements by when they are read. */
  readonly statements?: ReadonlyArray<readonly [readAt: string, ...rows: readonly StatementRow[]]>;
  readonly script?: string;
  readonly asOf?: string;
  readonly settings?: SettingsInput;
  readonly more?: Pick<RunRequest, 'all' | 'withdraws'>;
  /** Each row that counts: its identifier, what it belongs to, its order, its expected fee, and what is found in it. */
  readonly found: readonly string[];
}

const asked = (orderNo: string, tradeNo: string, local = '19T10:05:00') =>
  payInLine({ orderNo, tradeNo }).replaceAll(/2026-11-19T1[03]:05:0\d(Z|-03:00)/g, `2026-11-${local}-03:00`);
const called = (orderNo: string, tradeNo: string, at?: string) =>
  callbackLine({ orderNo, tradeNo, ...(at === undefined ? {} : { at }) });
const paid = (orderNo: string, tradeNo: string) => [asked(orderNo, tradeNo), called(orderNo, tradeNo)];
const R1 = { rowId: 'R1' };
const BY_NUMBER: StatementRow = { ...R1, orderNo: 'A000000001' };
const BY_TRADE: StatementRow = { ...R1, tradeNo: 'T1' };
const AT_ONCE = '2026-11-20T10:00:00Z';
const OTHER = asked('Z000000009', 'T9');

const CASES: Readonly<Record<string, readonly Step[]>> = {
  'belongs to the order of its tradeNo once it is asked for': [
    {
      records: [asked('A000000001', 'T1', '20T10:00:00')],
      statements: [[AT_ONCE, BY_TRADE]],
      found: ['R1 none'],
    },
    { asOf: ONE, found: ['R1 order A000000001'] },
    { found: ['R1 none'] },
  ],
  'belongs to the payment of its tradeNo once that is notified': [
    {
      records: [asked('A000000001', 'T2'), called('A000000001', 'T1', ONE)],
      statements: [[AT_ONCE, BY_TRADE]],
      found: ['R1 none'],
    },
    { asOf: ONE, found: ['R1 payment A000000001'] },
  ],
  'belongs to the order of its tradeNo that is read later': [
    { records: [OTHER], statements: [[AT_ONCE, BY_TRADE]], found: ['R1 none'] },
    { records: [asked('A000000001', 'T1')], found: ['R1 order A000000001'] },
  ],
  'belongs to the payment of its tradeNo that is read later': [
    { records: [OTHER], statements: [[AT_ONCE, BY_TRADE]], found: ['R1 none'] },
    { records: [asked('A000000001', 'T2'), called('A000000001', 'T1')], found: ['R1 payment A000000001'] },
  ],
  'belongs to the order of its number that is read later': [
    { records: [OTHER], statements: [[AT_ONCE, BY_NUMBER]], found: ['R1 none'] },
    { records: [asked('A000000001', 'T1')], found: ['R1 order A000000001'] },
  ],
  'belongs to no order once the callback of its number belongs to another': [
    {
      records: [called('A000000001', 'T1')],
      statements: [[AT_ONCE, BY_NUMBER]],
      found: ['R1 payment A000000001'],
    },
    { records: [asked('B000000001', 'T1')], found: ['R1 none'] },
  ],
  'counts from when its source was read': [
    {
      records: paid('A000000001', 'T1'),
      statements: [[ONE, { ...BY_NUMBER, rowId: null }]],
      found: [],
    },
    { asOf: ONE, found: ['1 payment A000000001'] },
    { asOf: '2026-11-20T12:59:59.999999Z', found: [] },
  ],
  'counts until another statement of it is read': [
    {
      records: [...paid('A000000001', 'T1'), ...paid('B000000001', 'T2')],
      statements: [
        [AT_ONCE, BY_NUMBER],
        [ONE, { ...BY_NUMBER, orderNo: 'B000000001' }],
        [AFTER_ONE, { ...BY_NUMBER, orderNo: 'C000000001' }],
      ],
      found: ['R1 payment A000000001'],
    },
    { asOf: ONE, found: ['R1 payment B000000001'] },
    { asOf: AFTER_ONE, found: ['R1 none'] },
    { found: ['R1 payment A000000001'] },
  ],
  'counts until another statement of it is read from a new source': [
    {
      records: paid('A000000001', 'T1'),
      statements: [[AT_ONCE, BY_NUMBER]],
      found: ['R1 payment A000000001'],
    },
    { statements: [[AT_ONCE, { ...BY_NUMBER, orderNo: 'C000000001' }]], found: ['R1 none'] },
    { asOf: AT_ONCE, found: ['R1 none'] },
    { asOf: '2026-11-20T09:59:59Z', found: [] },
  ],
  'is compared again where it was read otherwise': [
    {
      records: paid('A000000001', 'T1'),
      statements: [[AT_ONCE, BY_TRADE]],
      found: ['R1 payment A000000001'],
    },
    {
      records: [OTHER],
      script: 'update statements set gross_minor = 1, amended_by = (select max(source_id) from sources)',
      found: ['R1 payment A000000001 STATEMENT_AMOUNT_MISMATCH'],
    },
  ],
  'is only in the statement once its grace has passed, and not before': [
    {
      records: [asked('A000000001', 'T1')],
      statements: [[AT_ONCE, { ...BY_TRADE, completedAt: '2026-11-15T13:00:00Z' }]],
      found: ['R1 order A000000001'],
    },
    { asOf: ONE, found: ['R1 order A000000001 PAID_IN_STATEMENT_ONLY'] },
    { asOf: '2026-11-20T12:59:59.999999Z', found: ['R1 order A000000001'] },
  ],
  'counts again where the later statement of it is withdrawn': [
    {
      records: [...paid('A000000001', 'T1'), ...paid('B000000001', 'T2')],
      statements: [
        [AT_ONCE, BY_NUMBER],
        [AT_ONCE, { ...BY_NUMBER, orderNo: 'B000000001' }],
      ],
      found: ['R1 payment B000000001'],
    },
    {
      script: `delete from statements where source_id = (select max(source_id) from sources);
        delete from sources where source_id = (select max(source_id) from sources)`,
      more: { withdraws: true },
      found: ['R1 payment A000000001'],
    },
  ],
  'is charged by new settings, as are those that are known from then on': [
    {
      records: [...paid('A000000001', 'T1'), OTHER],
      statements: [
        [AT_ONCE, BY_NUMBER, { ...BY_NUMBER, rowId: 'R2' }, { rowId: 'R3', orderNo: 'C000000001' }],
        [AFTER_ONE, { ...BY_NUMBER, rowId: 'R4' }],
        [ONE, { ...BY_NUMBER, rowId: 'R5' }],
      ],
      found: [
        'R1 payment A000000001 STATEMENT_DUPLICATE',
        'R2 payment A000000001 STATEMENT_DUPLICATE',
        'R3 none',
      ],
    },
    {
      asOf: ONE,
      settings: CHARGED,
      found: [
        'R1 payment A000000001 7 STATEMENT_DUPLICATE',
        'R2 payment A000000001 7 STATEMENT_DUPLICATE',
        'R3 none 7',
        'R5 payment A000000001 7 STATEMENT_DUPLICATE',
      ],
    },
  ],
  'of an order that has no request is compared': [
    { records: [called('A000000001', 'T1').replace('SUCCESS', 'PROCESSING')], found: [] },
    {
      statements: [[AT_ONCE, { ...BY_NUMBER, completedAt: '2026-11-15T12:00:00Z' }]],
      found: ['R1 order A000000001 PAID_IN_STATEMENT_ONLY'],
    },
  ],
  'of an order that was judged is compared, also a second one': [
    { records: paid('A000000001', 'T1'), found: [] },
    { statements: [[AT_ONCE, { ...BY_NUMBER, tradeNo: 'T1' }]], found: ['R1 payment A000000001'] },
    {
      statements: [[AT_ONCE, { rowId: 'R2', orderNo: 'A000000001', tradeNo: 'T1' }]],
      found: ['R1 payment A000000001 STATEMENT_DUPLICATE', 'R2 payment A000000001 STATEMENT_DUPLICATE'],
    },
  ],
  'of an order with a refund counts from when its source was read': [
    {
      records: paid('A000000001', 'T1'),
      statements: [
        [AT_ONCE, { rowId: 'R2', orderNo: 'A000000001', tradeNo: 'T1', type: 'refund' }],
        [ONE, { ...BY_NUMBER, tradeNo: 'T1' }],
      ],
      found: ['R2 order A000000001'],
    },
    { asOf: ONE, found: ['R1 payment A000000001', 'R2 order A000000001'] },
  ],
  'of an unknown region counts by when it was settled': [
    {
      statements: [[AT_ONCE, { ...BY_NUMBER, region: 'XX', completedAt: null, settledOn: '2026-11-19' }]],
      found: ['R1 none'],
    },
  ],
};

async function play(store: Store, step: Step, number: number): Promise<string[]> {
  const { records = [], statements = [], script, asOf = NOON, settings = GRACE, more = {} } = step;
  if (records.length > 0)
    await read(store, [write(temporaryFolder(), `${number}.ndjson`, lines(...records))]);
  return store.session(async (session) => {
    for (const [readAt, ...rows] of statements) await putStatement(session, rows, readAt);
    if (script !== undefined) await session.script(script);
    const at = instantOf(asOf);
    await transaction(session, () =>
      reconcile(session, parseSettings(settings), { asOf: at, startedAt: at, ...more }),
    );
    const rows = await session.db
      .selectFrom('statement_rows')
      .select(['row_id', 'line', 'matched', 'matched_order_no', 'expected_fee_minor', 'findings'])
      .where('until_run', 'is', null)
      .orderBy('row_id')
      .execute();
    return rows.map(({ row_id, line, findings, ...row }) =>
      [
        row_id ?? line,
        ...Object.values(row).filter((value) => value !== null),
        ...findings.split(' ').filter((code) => STATED_CODES.has(code)),
      ].join(' '),
    );
  });
}

onEngines('in later runs a row of a statement', (engine) => {
  it.each(Object.entries(CASES))('%s', async (_name, steps) => {
    const store = await engine.emptied();
    const found: string[][] = [];
    for (const [index, step] of steps.entries()) found.push(await play(store, step, index));
    expect(found).toEqual(steps.map((step) => step.found));
  });
});
