/** Which new rows of statements the run itself reads, and samples, on rows put into the tables as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { putRows, runWithRules, undone } from './put-rows.ts';
import {
  BEYOND,
  type Case,
  KNOWN,
  NEW,
  NEWEST,
  NOT_NEW,
  OTHER,
  PLAIN,
  payIn,
  put,
  RUN,
  rowsOf,
  UNREAD,
} from './stated-cases.ts';

async function sampleRows(session: Session): Promise<void> {
  await runSqlFile(session, 'reconcile/choose/touched_sources.sql', RUN);
  await runSqlFile(session, 'reconcile/choose/sampled_rows.sql');
}

onEngines('new rows of statements', (engine) => {
  it('are read apart if they do not plainly mean one new order', async () => {
    const cases: readonly Case[] = [
      ...PLAIN,
      ...OTHER,
      ...NOT_NEW,
      ['OFTWO', { merchant_id: '' }],
      ['OTHERTRADEINNEWEST', { source_id: NEWEST, trade_no: 'T0' }],
      ['OTHERNUMBEROF', { trade_no: 'TNONE' }],
      ['REFUND', { type: 'refund' }],
      ['CHARGEBACK', { type: 'chargeback' }],
      ['CORRECTED1', { row_id: 'R1', row_key: 'R1' }],
      ['CORRECTED2', { row_id: 'R1', row_key: 'R1' }],
      ['CORRECTSOLD', { row_id: 'R2', row_key: 'R2' }],
      ['OLD', { row_id: 'R2', row_key: 'R2', source_id: KNOWN }],
      ['CORRECTSINNEWEST', { row_id: 'R4', row_key: 'R4', source_id: NEWEST }],
      ['OLDTOO', { row_id: 'R4', row_key: 'R4', source_id: KNOWN }],
      ['OTHERISSUER', { row_id: 'R1', row_key: 'R1', issuer: 'bank' }],
      ['WITHOUTNAME1', { row_key: 'SAME' }],
      ['WITHOUTNAME2', { row_key: 'SAME' }],
      ['NAMED', { row_id: 'SAME', row_key: 'SAME' }],
      ['CORRECTEDBEYOND', { row_id: 'R3', row_key: 'R3', source_id: BEYOND }],
      ['CORRECTEDBEYOND2', { row_id: 'R3', row_key: 'R3', source_id: BEYOND }],
    ];
    const found = await undone(await engine.emptied(), async (session) => {
      await put(session, cases);
      const digest = 'f'.repeat(32);
      const ofOther = ['PLAIN', 'OFTWO'].map((orderNo) => payIn(orderNo, { merchant_id: 'M2', digest }));
      await putRows(session, 'pay_ins', ofOther);
      await runWithRules(session, 'reconcile/choose/apart_rows.sql', RUN);
      return rowsOf(session, 'work_apart_rows', sql`order_no`);
    });
    const apart = [
      'OFTWO',
      'OTHERNUMBEROF',
      'REFUND',
      'CHARGEBACK',
      'CORRECTED1',
      'CORRECTED2',
      'CORRECTSOLD',
      'CORRECTSINNEWEST',
      'OTHERTRADEINNEWEST',
    ];
    expect(found).toEqual([...OTHER.map(([orderNo]) => orderNo), ...apart].toSorted());
  });

  it('are sampled of each source that the run looks at, to find its unit', async () => {
    const cases: readonly Case[] = [
      ['NEW'],
      ['PENDING', { status: 'pending' }],
      ['REFUND', { type: 'refund' }],
      ['NOTHING', { gross_minor: 0 }],
      ['CENTAVO', { gross_minor: 1 }],
      ['NEWEST', { source_id: NEWEST }],
      ['UNREAD', { source_id: UNREAD }],
      ['BEYOND', { source_id: BEYOND }],
      ['KNOWN', { source_id: KNOWN }],
      ['REVISITED', { source_id: 1 }],
    ];
    const found = await undone(await engine.emptied(), async (session) => {
      await put(session, cases);
      await session.script(`
        insert into work_revisited (order_no, logged_at, digest)
        select order_no, logged_at, digest from statements where order_no = 'REVISITED'
        union all
        select 'WITHDRAWN', logged_at, digest from statements where order_no = 'KNOWN'`);
      await sampleRows(session);
      return [
        await rowsOf(session, 'work_touched', sql`source_id`),
        await rowsOf(session, 'work_sampled', sql`order_no`),
      ];
    });
    expect(found).toEqual([
      [1, NEW, NEWEST],
      ['CENTAVO', 'NEW', 'NEWEST', 'REVISITED'],
    ]);
  });

  it('that are sampled are the first thousand of their source', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      const rows = Array.from({ length: 1002 }, (_, index) => ({ line: 1002 - index }));
      await put(
        session,
        rows.map(({ line }) => [`N${String(line).padStart(4, '0')}`, { line }] as const),
      );
      await sampleRows(session);
      return rowsOf<string>(session, 'work_sampled', sql`order_no`);
    });
    expect(found).toHaveLength(1000);
    expect(found.at(-1)).toBe('N1000');
  });
});
