/** Which payout the reference of a bank row names. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readSql } from '../../src/database/sql-file.ts';
import { transaction } from '../../src/database/store.ts';
import { bankReferences } from '../../src/ingest/sample/bank-references.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, type Row, undone } from './put-rows.ts';
import { instantOf } from './run-scenario.ts';
import { putBankRows, putStatement } from './statement-evidence.ts';

const AT = instantOf('2026-11-20T12:00:00Z');
const ON = '2026-11-20';

/** References as they are stored, each with the payout that it names; none where it names none, or several. */
const REFERENCES: readonly (readonly [reference: string, payout: string])[] = [
  ['PIX LOTE 78 RECEBIDO', 'LOTE 78'],
  ['LOTE 78', 'LOTE 78'],
  ['LOTE-78', '78'],
  ['LOTE * 78', '78'],
  ['LOTE 789', ''],
  ['XLOTE 78', '78'],
  ['TWO BLANKS 5', 'TWO  BLANKS\u00a05 '],
  ['PIX SETTLE', 'SETTLE'],
  ['PIX SETTLEMENT', ''],
  ['PIX [2026.11.20-1]', '2026.11.20-1'],
  ['2026.11.20-13', '2026.11.20'],
  ['A 2026.11.20 B', '2026.11.20'],
  ['REF:PO/99', 'PO/99'],
  ['PO/99/2', 'PO/99'],
  ['PO-99', ''],
  ['X A#5;', 'A#5'],
  ['A#5 AND PO/99', ''],
  ['A#5 A#5', 'A#5'],
  ['REF#10', ''],
  ['REF: #10', '#10'],
  ['#10', '#10'],
  ['REF: 10', ''],
  ['(11)', '(11)'],
  ['REF (11). PIX', '(11)'],
  ['A(11) B', ''],
  ['A (11)B', ''],
  ['11', ''],
  ['PIX _12_', '12'],
  ['Nº12', '12'],
  ['“12”', '12'],
  ['é12', ''],
  ['12é', ''],
  ['رقم12', ''],
  ['رقم 12، PIX', '12'],
  ['PIX دفعة-٧', 'دفعة-٧'],
  ['دفعة-٧٨', ''],
  ['* --', ''],
  ['6 7', ''],
  ['7-8-9', ''],
  ['po/99', ''],
  ['REPASSE AB-1 AB-12', ''],
  ['REPASSE AB-12 AB-1', ''],
  ['REPASSE AB-1-2 AB-1', ''],
  ['REPASSE AB-1-2', 'AB-1-2'],
  ['AB-1-2, AB-1-2', 'AB-1-2'],
  ['AB-1, (AB-1)', 'AB-1'],
  ['REF #44', '#44'],
  ['REF #44 44', ''],
  ['LOTE 78 LOTE-78', ''],
];
const PAYOUTS = [
  ...[
    'LOTE 78',
    '78',
    'TWO  BLANKS\u00a05 ',
    'SETTLE',
    '2026.11.20-1',
    '2026.11.20',
    '20',
    'PO/99',
    'A#5',
    '#10',
  ],
  ...['AB-1', 'AB-12', 'AB-1-2', '#44', '44'],
  ...['(11)', '12', 'دفعة-٧', '*', '--', '6  7', '6 7', '7-8', '8-9'],
];

onEngines('the reference of a bank row', (engine) => {
  it('names the payout whose identifier is in it as a whole, the longest of those that are parts of each other', async () => {
    const store = await engine.emptied();
    const found = await store.session(async (session) => {
      await putStatement(
        session,
        PAYOUTS.map((payoutId) => ({
          payoutId,
          rowId: payoutId,
          orderNo: 'NOBODY0001',
          gross: 5,
          settledOn: ON,
        })),
      );
      await putBankRows(
        session,
        REFERENCES.map(([reference], index) => ({ reference, minor: 1000 + index, on: ON })),
      );
      await transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
      return session.db
        .selectFrom('payout_rows')
        .select(['payout_id', 'bank_reference'])
        .where('until_run', 'is', null)
        .execute();
    });
    const named = found.flatMap(({ payout_id, bank_reference }) =>
      (bank_reference?.split(' / ') ?? []).map((reference) => [reference, payout_id]),
    );
    expect(named.toSorted()).toEqual(REFERENCES.map((pair) => [...pair]).toSorted());
  });

  it('names the payout whose identifier the bank has added to, until a statement has that of the whole', async () => {
    const store = await engine.emptied();
    const found = await store.session(async (session) => {
      const payout = async (payoutId: string, gross: number) => {
        await putStatement(session, [{ payoutId, rowId: payoutId, gross, settledOn: ON }]);
        const judged = { asOf: AT, startedAt: AT };
        await transaction(session, () => reconcile(session, parseSettings({}), judged));
        const { rows } = await sql<{ payout: string }>`
          select payout_id || ' ' || coalesce(bank_minor - net_minor, 0) as payout
          from payout_rows where until_run is null order by payout_id`.execute(session.db);
        return rows.map((row) => row.payout);
      };
      await putBankRows(session, [{ reference: 'PIX PO-77-1', minor: 500, on: ON }]);
      return [await payout('PO-77', 900), await payout('PO-77-1', 500)];
    });
    expect(found).toEqual([['PO-77 -400'], ['PO-77 0', 'PO-77-1 0']]);
  });

  it('names a payout or none before it is stored, each row once', async () => {
    const payouts = [
      { payout_id: 'P1' },
      { payout_id: 'P1', row_id: 'again' },
      { payout_id: 'P1', currency: 'EGP' },
      { payout_id: 'P2', currency: null },
      { payout_id: 'P4' },
      { payout_id: null },
    ];
    const rows = [
      { reference: 'P1' },
      { reference: 'P2', currency: null },
      { reference: 'P2' },
      { reference: 'P1 P4' },
      { reference: null },
    ];
    const numbered = (all: readonly Row[]) =>
      all.map((row, line) => ({ currency: 'BRL', type: 'payment', status: 'paid', ...row, line }));
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'statements', numbered(payouts));
      await putRows(session, 'bank_rows', numbered(rows));
      await session.script(readSql('ingest/000_staging.sql'));
      await session.script('insert into stage_bank_rows select * from bank_rows');
      return bankReferences(session);
    });
    expect(found).toEqual({ rows: 4, unknown: 1, payouts: 3 });
  });
});
