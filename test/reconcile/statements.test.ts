import { expect, it } from 'vitest';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { coverByStatements, putStatement } from './statement-evidence.ts';

const AS_OF = '2026-11-20T12:00:00Z';
const SETTINGS = parseSettings({});

async function judge(session: Session, asOf: string = AS_OF, settings = SETTINGS): Promise<void> {
  const at = instantOf(asOf);
  await transaction(session, () => reconcile(session, settings, { asOf: at, startedAt: at }));
}

/** What holds of each order: outcome, reason of being stuck, and findings but those that are always there. */
async function verdicts(session: Session): Promise<Record<string, string>> {
  const rows = await session.db
    .selectFrom('order_results')
    .select(['order_no', 'outcome', 'stuck_reason', 'findings'])
    .where('until_run', 'is', null)
    .orderBy('order_no')
    .orderBy('merchant_id')
    .execute();
  return Object.fromEntries(
    rows.map((row) => [
      row.order_no,
      [row.outcome, row.stuck_reason, ...row.findings.split(' ').filter((code) => !USUAL.includes(code))]
        .filter(Boolean)
        .join(' '),
    ]),
  );
}

const USUAL = ['CONTRACT_VIOLATION', 'STUCK_PROCESSING'];

async function rowsOf(session: Session): Promise<string[]> {
  const rows = await session.db
    .selectFrom('statement_rows as r')
    .innerJoin('statements as s', (join) =>
      join
        .onRef('s.order_no', '=', 'r.order_no')
        .onRef('s.logged_at', '=', 'r.logged_at')
        .onRef('s.digest', '=', 'r.digest'),
    )
    .select(['s.row_id', 's.line', 'r.matched', 'r.matched_order_no', 'r.row_date', 'r.findings'])
    .where('r.until_run', 'is', null)
    .orderBy('s.row_id')
    .orderBy('s.source_id')
    .orderBy('s.line')
    .execute();
  return rows.map((row) =>
    [row.row_id ?? row.line, row.matched, row.matched_order_no, row.row_date, row.findings]
      .filter((value) => value !== null && value !== '')
      .join(' '),
  );
}

const paid = (orderNo: string, tradeNo: string, amount?: string) => [
  payInLine({ orderNo, tradeNo, ...(amount === undefined ? {} : { amount }) }),
  callbackLine({ orderNo, tradeNo, ...(amount === undefined ? {} : { amount }) }),
];

onEngines('statements', (engine) => {
  it('are compared with payments in the run that first knows both', async () => {
    const store = await engine.emptied();
    await read(store, [
      write(
        temporaryFolder(),
        'a.ndjson',
        lines(
          ...paid('SAME000001', 'T1'),
          ...paid('LESS000001', 'T2'),
          ...paid('MISSING001', 'T3'),
          payInLine({ orderNo: 'ONLY000001', tradeNo: 'T4' }),
          ...paid('TWICE00001', 'T5'),
          ...paid('FAILED0001', 'T6'),
          ...paid('REFUND0001', 'T7'),
        ),
      ),
    ]);
    await store.session(async (session) => {
      const source = await putStatement(session, [
        { rowId: '1', orderNo: 'SAME000001', tradeNo: 'T1', fee: 200, net: 19_800 },
        { rowId: '2', tradeNo: 'T2', gross: 19_999, fee: 200, net: 19_800 },
        { rowId: '3', orderNo: 'ONLY000001' },
        { rowId: '4', orderNo: 'TWICE00001', merchantId: 'M0001' },
        { rowId: '5', orderNo: 'TWICE00001', merchantId: 'M0001', tradeNo: 'T5' },
        { rowId: '6', tradeNo: 'T6', status: 'reversed' },
        { rowId: '7', tradeNo: 'T7' },
        { rowId: '8', tradeNo: 'T7', type: 'refund', gross: 15_000 },
        { rowId: '9', tradeNo: 'T7', type: 'chargeback', gross: 5001 },
        { rowId: 'A', orderNo: 'NOBODY0001' },
      ]);
      await coverByStatements(session, source, ['2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z']);
      await judge(session);
      expect(await verdicts(session)).toEqual({
        SAME000001: 'MATCHED',
        LESS000001: 'MISMATCH NET_MISMATCH STATEMENT_AMOUNT_MISMATCH',
        MISSING001: 'MATCHED NOT_IN_STATEMENT',
        ONLY000001: 'STUCK paid_in_statement PAID_IN_STATEMENT_ONLY',
        TWICE00001: 'MISMATCH STATEMENT_DUPLICATE',
        FAILED0001: 'MISMATCH NOT_IN_STATEMENT STATEMENT_STATUS_MISMATCH',
        REFUND0001: 'MATCHED REFUND_EXCEEDS_PAYMENT',
      });
      expect(await rowsOf(session)).toEqual([
        '1 payment SAME000001 2026-11-19',
        '2 payment LESS000001 2026-11-19 NET_MISMATCH STATEMENT_AMOUNT_MISMATCH',
        '3 order ONLY000001 2026-11-19 PAID_IN_STATEMENT_ONLY',
        '4 payment TWICE00001 2026-11-19 STATEMENT_DUPLICATE',
        '5 payment TWICE00001 2026-11-19 STATEMENT_DUPLICATE',
        '6 payment FAILED0001 2026-11-19 STATEMENT_STATUS_MISMATCH',
        '7 payment REFUND0001 2026-11-19',
        '8 order REFUND0001 2026-11-19 REFUND_EXCEEDS_PAYMENT',
        '9 order REFUND0001 2026-11-19 REFUND_EXCEEDS_PAYMENT',
        'A none 2026-11-19',
      ]);
    });
  });
});
