import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { RunRequest } from '../../src/reconcile/run.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Row } from './put-rows.ts';
import { instantOf } from './run-scenario.ts';
import { putBankRows, putStatement, type StatementRow } from './statement-evidence.ts';

const AT = instantOf('2026-11-20T12:00:00Z');
const SETTINGS = parseSettings({ bank: { days: 3 } });

const payout = (payoutId: string, gross: number, more: StatementRow = {}): StatementRow => ({
  ...{ payoutId, gross, orderNo: 'NOBODY0001', rowId: payoutId, settledOn: '2026-11-20' },
  ...more,
});

async function judge(session: Session, more: Partial<RunRequest> = {}): Promise<void> {
  await transaction(session, () => reconcile(session, SETTINGS, { asOf: AT, startedAt: AT, ...more }));
}

/** Payouts with what the bank booked of them, and the rows of the bank that are left. */
async function found(session: Session): Promise<string[]> {
  const rows = await session.db
    .selectFrom('payout_rows')
    .select(['payout_id', 'region', 'net_minor', 'bank_minor', 'booked_on', 'bank_reference'])
    .where('until_run', 'is', null)
    .orderBy('payout_id')
    .orderBy('region')
    .orderBy('bank_reference')
    .orderBy('bank_minor')
    .execute();
  return rows.map((row) =>
    Object.values(row)
      .filter((value) => value !== null && value !== '')
      .join(' '),
  );
}

async function payoutsThatDoNotTie(session: Session): Promise<Row[]> {
  const { rows } = await runSqlFile<Row>(session, 'proofs/150_payouts_tie.sql');
  return rows;
}

onEngines('a payout', (engine) => {
  it('has the rows of the bank that name it', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      await putStatement(session, [
        payout('LOTE-7', 700),
        payout('7', 70),
        payout('TWO-1', 500),
        payout('SAME-1', 40, { region: 'BR' }),
        payout('SAME-1', 60, { region: 'EG', rowId: 'SAME-1 of EG' }),
        payout('POUND-1', 900),
        payout('FAILED-1', 1, { status: 'failed' }),
      ]);
      await putBankRows(session, [
        { reference: 'PIX LOTE-7', minor: 700, on: '2026-11-21' },
        { reference: 'TWO-1 B', minor: 200, on: '2026-11-23' },
        { reference: 'TWO-1 A', minor: 300, on: '2026-11-22' },
        { reference: 'PIX SAME-1', minor: 60, on: '2026-11-21', region: 'EG' },
        { reference: 'PIX POUND-1', minor: 900, on: '2026-11-21', currency: 'EGP' },
      ]);
      await judge(session);
      expect(await found(session)).toEqual([
        'BR 900 2026-11-21 PIX POUND-1',
        '7 BR 70',
        'LOTE-7 BR 700 700 2026-11-21 PIX LOTE-7',
        'POUND-1 BR 900',
        'SAME-1 BR 40',
        'SAME-1 EG 60 60 2026-11-21 PIX SAME-1',
        'TWO-1 BR 500 500 2026-11-22 TWO-1 A / TWO-1 B',
      ]);
    });
  });

  it('has no sum of the rows that name it if one of them is unreadable', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      await putStatement(session, [
        payout('SOME-1', 100),
        payout('ALL-1', 100),
        payout('NEAR-1', 300),
        payout('READ-1', 50),
        payout('BOTH-1', 40, { region: 'BR' }),
        payout('BOTH-1', 60, { region: 'EG', rowId: 'BOTH-1 of EG' }),
      ]);
      await putBankRows(session, [
        { reference: 'SOME-1 A', minor: 60, on: '2026-11-21' },
        { reference: 'SOME-1 B', minor: null, on: '2026-11-20' },
        { reference: 'SOME-1 B', minor: 20, on: '2026-11-22', region: 'EG' },
        { reference: 'ALL-1', minor: null, on: '2026-11-21' },
        { reference: 'NONE', minor: null, on: '2026-11-21' },
        { reference: 'NEAR', minor: 300, on: '2026-11-21' },
        { reference: 'NEAR-1', minor: null, on: '2026-11-21' },
        { reference: 'READ-1', minor: 50, on: '2026-11-21' },
        { reference: 'BOTH-1', minor: 40, on: '2026-11-21' },
        { reference: 'BOTH-1', minor: null, on: '2026-11-21', region: 'EG' },
      ]);
      await judge(session);
      expect(await found(session)).toEqual([
        'BR 300 2026-11-21 NEAR',
        'BR 2026-11-21 NONE',
        'ALL-1 BR 100 2026-11-21 ALL-1',
        'BOTH-1 BR 40 40 2026-11-21 BOTH-1',
        'BOTH-1 EG 60 2026-11-21 BOTH-1',
        'NEAR-1 BR 300 2026-11-21 NEAR-1',
        'READ-1 BR 50 50 2026-11-21 READ-1',
        'SOME-1 BR 100 2026-11-20 SOME-1 B / SOME-1 A / SOME-1 B',
      ]);
      expect(await payoutsThatDoNotTie(session)).toEqual([]);
      await sql`update payout_rows set bank_minor = 41 where payout_id = 'BOTH-1' and region = 'BR'`.execute(
        session.db,
      );
      expect(await payoutsThatDoNotTie(session)).toEqual([
        { what: 'amount of bank rows in BRL', expected: '390', actual: '391' },
        {
          what: 'bank rows in BRL on 2026-11-21 with the reference BOTH-1',
          expected: '1 of 2 readable, 40',
          actual: '1 of 2 readable, 41',
        },
      ]);
    });
  });

  it('has a row of the bank that names none, where it is the only one of its amount at that time', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      await putStatement(session, [
        payout('AFTER-1', 111),
        payout('AFTER-2', 222),
        payout('BEFORE-1', 333),
        payout('BEFORE-2', 444),
        payout('EQUAL-1', 555),
        payout('EQUAL-2', 555),
        payout('TAKEN-1', 666),
        payout('TAKEN-2', 666),
        payout('POUND-1', 777),
        payout('ONCE-1', 888),
        payout('ONCE-2', 999),
      ]);
      await putBankRows(session, [
        { reference: 'H', minor: 888, on: '2026-11-17' },
        { reference: 'I', minor: 888, on: '2026-11-21' },
        { reference: 'J', minor: 888, on: '2026-11-22' },
        { reference: 'K', minor: 999, on: '2026-11-21' },
        { reference: 'L', minor: 999, on: '2026-11-19' },
        { reference: 'A', minor: 111, on: '2026-11-23' },
        { reference: 'B', minor: 222, on: '2026-11-24' },
        { reference: 'C', minor: 333, on: '2026-11-17' },
        { reference: 'D', minor: 444, on: '2026-11-16' },
        { reference: 'E', minor: 555, on: '2026-11-20' },
        { reference: 'PIX TAKEN-1', minor: 666, on: '2026-11-20' },
        { reference: 'F', minor: 666, on: '2026-11-20' },
        { reference: 'G', minor: 777, on: '2026-11-20', currency: 'EGP' },
      ]);
      await judge(session);
      expect(await found(session)).toEqual([
        'BR 222 2026-11-24 B',
        'BR 444 2026-11-16 D',
        'BR 555 2026-11-20 E',
        'BR 777 2026-11-20 G',
        'BR 888 2026-11-17 H',
        'BR 888 2026-11-22 J',
        'BR 999 2026-11-21 K',
        'AFTER-1 BR 111 111 2026-11-23 A',
        'AFTER-2 BR 222',
        'BEFORE-1 BR 333 333 2026-11-17 C',
        'BEFORE-2 BR 444',
        'EQUAL-1 BR 555',
        'EQUAL-2 BR 555',
        'ONCE-1 BR 888 888 2026-11-21 I',
        'ONCE-2 BR 999 999 2026-11-19 L',
        'POUND-1 BR 777',
        'TAKEN-1 BR 666 666 2026-11-20 PIX TAKEN-1',
        'TAKEN-2 BR 666 666 2026-11-20 F',
      ]);
    });
  });

  it('has of several versions of a row of the bank the one that was read last, of each bank', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      await putStatement(session, [payout('LOTE-1', 900)]);
      const row = { reference: 'PIX LOTE-1', on: '2026-11-20', rowId: 'D1' };
      await putBankRows(session, [
        { ...row, minor: 100 },
        { ...row, minor: 200, rowId: 'D2' },
        { ...row, minor: 400, issuer: 'another bank' },
        { reference: 'PIX LOTE-1', on: '2026-11-20', minor: 1000 },
      ]);
      await judge(session);
      expect(await found(session)).toEqual([
        `LOTE-1 BR 900 1700 2026-11-20 ${Array(4).fill('PIX LOTE-1').join(' / ')}`,
      ]);
      await putBankRows(session, [{ ...row, minor: 110, reference: 'LOTE-1', on: '2026-11-19' }]);
      await putBankRows(session, [{ ...row, minor: 120 }], '2026-11-20T12:00:00.000001Z');
      await judge(session);
      expect(await found(session)).toEqual([
        `LOTE-1 BR 900 1710 2026-11-19 LOTE-1 / ${Array(3).fill('PIX LOTE-1').join(' / ')}`,
      ]);
      await putStatement(session, [payout('LOTE-2', 50)]);
      await judge(session);
      const booked = `1710 2026-11-19 LOTE-1 / ${Array(3).fill('PIX LOTE-1').join(' / ')}`;
      expect(await found(session)).toEqual([`LOTE-1 BR 900 ${booked}`, 'LOTE-2 BR 50']);
      await putStatement(session, [payout('LOTE-1', 800, { rowId: 'another row' })]);
      await judge(session);
      expect(await found(session)).toEqual([`LOTE-1 BR 1700 ${booked}`, 'LOTE-2 BR 50']);
    });
  });

  it('loses the rows that a later statement says are of another', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      await putStatement(session, [
        payout('LOTE-1', 900),
        payout('LOTE-1', 50, { rowId: 'stays' }),
        payout('LOTE-2', 5),
      ]);
      await judge(session);
      await putStatement(session, [
        payout('LOTE-3', 900, { rowId: 'LOTE-1' }),
        payout('LOTE-3', 5, { rowId: 'LOTE-2' }),
      ]);
      await judge(session);
      expect(await found(session)).toEqual(['LOTE-1 BR 50', 'LOTE-3 BR 905']);
    });
  });

  it('sums its rows by their kinds, those of new orders too, until they are withdrawn', async () => {
    const store = await engine.emptied();
    const order = { orderNo: 'ORDER00001', tradeNo: 'T1' };
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(payInLine(order)))]);
    await store.session(async (session) => {
      await putStatement(session, [payout('NEW-1', 200, order)]);
      await judge(session);
      expect(await found(session)).toEqual(['NEW-1 BR 200']);
      const source = await putStatement(session, [
        payout('ALONE-1', 0, { type: 'payout', gross: null, net: -900 }),
        payout('KINDS-1', 100),
        payout('KINDS-1', 100, { rowId: 'the same again' }),
        payout('KINDS-1', 0, { type: 'fee', gross: null, fee: 30, rowId: 'a fee' }),
        payout('FEE-1', 0, { type: 'fee', gross: null, net: -20 }),
        payout('UNNAMED-1', 5, { currency: null }),
      ]);
      await judge(session);
      const added = ['ALONE-1 BR 900', 'FEE-1 BR -20', 'KINDS-1 BR 170'];
      expect(await found(session)).toEqual([...added, 'NEW-1 BR 200', 'UNNAMED-1 BR 5']);
      expect(await payoutsThatDoNotTie(session)).toEqual([]);
      await session.script(`delete from statements where source_id = ${source};
        delete from sources where source_id = ${source}`);
      await judge(session, { withdraws: true });
      expect(await found(session)).toEqual(['NEW-1 BR 200']);
    });
  });
});
