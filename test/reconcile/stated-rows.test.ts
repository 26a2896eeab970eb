/** Which rows of statements the run itself reads, and which of them count: each statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, keyed, putRows, type Row, runWithRules, undone } from './put-rows.ts';
import { BEYOND, type Case, KNOWN, NEWEST, put, RUN, rowsOf, UNREAD } from './stated-cases.ts';

const ZONES = { regions: ['BR', 'EG'], zones: ['America/Sao_Paulo', 'Africa/Cairo'] };
const SETTLED = { completed_at: null, settled_on: '2026-11-19' };
const named = (row_id: string, more: Row = {}): Row => ({ row_id, row_key: row_id, ...more });

/** Rows of new sources, and those of them that count. */
const VERSIONS: readonly Case[] = [
  ['NEW'],
  ['NEWEST', { source_id: NEWEST }],
  ['UNREAD', { source_id: UNREAD }],
  ['BEYOND', { source_id: BEYOND }],
  ['UNTIMED', { completed_at: null }],
  ['SETTLED', SETTLED],
  ['SETTLEDINCAIRO', { ...SETTLED, region: 'EG' }],
  ['SETTLEDNOWHERE', { ...SETTLED, region: '' }],
  ['CORRECTED', named('R1')],
  ['CORRECTS', named('R1', { source_id: NEWEST })],
  ['CORRECTEDBELOW', named('R2', { line: 1 })],
  ['CORRECTSABOVE', named('R2', { line: 2 })],
  ['CORRECTEDUNREAD', named('R3')],
  ['CORRECTSUNREAD', named('R3', { source_id: UNREAD })],
  ['UNNAMED', { row_key: 'R4' }],
  ['UNNAMEDAGAIN', { row_key: 'R4', source_id: NEWEST }],
  ['NAMED', named('R5')],
  ['UNNAMEDLATER', { row_key: 'R5', source_id: NEWEST }],
  ['UNNAMEDBEFORE', { row_key: 'R6' }],
  ['NAMEDLATER', named('R6', { source_id: NEWEST })],
  ['OFPORTAL', named('R7')],
  ['OFOTHERISSUER', named('R7', { issuer: 'other', source_id: NEWEST })],
];
const COUNTED = [
  'CORRECTEDUNREAD 19 13:00',
  'CORRECTS 19 13:00',
  'CORRECTSABOVE 19 13:00',
  'NAMED 19 13:00',
  'NAMEDLATER 19 13:00',
  'NEW 19 13:00',
  'NEWEST 19 13:00',
  'OFOTHERISSUER 19 13:00',
  'OFPORTAL 19 13:00',
  'SETTLED 19 03:00',
  'SETTLEDINCAIRO 18 22:00',
  'SETTLEDNOWHERE 19 00:00',
  'UNNAMED 19 13:00',
  'UNNAMEDAGAIN 19 13:00',
  'UNNAMEDBEFORE 19 13:00',
  'UNNAMEDLATER 19 13:00',
];

const inOrder = (name: string): Case => [name, { digest: digestOf(name) }];
const asRow = (name: string, more: Row = {}): Row => ({
  ...keyed(name, { type: 'payment', status: 'paid', ...more }),
});

/** The rows that were read but for those that the run has before, in order. */
const read = (session: Session) =>
  rowsOf<string>(session, 'work_rows', sql`concat_ws(' ', order_no, to_char(stated_at, 'DD HH24:MI'))`);

onEngines('a row of a statement', (engine) => {
  it('is read by the run if it is apart, is looked at again, or another run has read it', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await put(session, [
        ...VERSIONS,
        ['OFOTHERRUN', { source_id: KNOWN, digest: digestOf('OFOTHERRUN') }],
        ['OFOTHERRUNAGAIN', { source_id: KNOWN, digest: digestOf('OFOTHERRUNAGAIN') }],
        ['OLD', { source_id: 1 }],
        ['AGAIN', { source_id: 1, digest: digestOf('AGAIN') }],
        ['AGAIN', { source_id: 1, digest: digestOf('AGAINTOO') }],
        ['AGAIN', { source_id: KNOWN, digest: digestOf('OFOTHERRUN of its number') }],
      ]);
      await session.script(`
        insert into work_apart_rows (order_no, logged_at, digest)
        select order_no, logged_at, digest from statements where source_id > ${KNOWN}`);
      await putRows(session, 'work_revisited', [
        keyed('AGAIN'),
        keyed('AGAIN', { digest: digestOf('AGAINTOO') }),
        keyed('OFOTHERRUNAGAIN'),
      ]);
      const parameters = { ...RUN, ...ZONES, since: KNOWN - 1 };
      await runWithRules(session, 'reconcile/choose/statement_rows.sql', parameters);
      const known = rowsOf(
        session,
        'work_rows',
        sql`concat_ws(' ', order_no, to_char(stated_at, 'DD HH24:MI'), case when is_known then 'known' end)`,
      );
      return known;
    });
    const known = ['AGAIN', 'AGAIN', 'AGAIN', 'OFOTHERRUN', 'OFOTHERRUNAGAIN'].map(
      (name) => `${name} 19 13:00 known`,
    );
    expect(found).toEqual([...COUNTED, ...known].toSorted());
  });

  it('is read with the orders of its number that the run itself judges', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await put(session, [
        ...VERSIONS,
        ['KNOWN', { source_id: KNOWN }],
        inOrder('READ'),
        inOrder('READOTHER'),
        ['LANES'],
      ]);
      await session.script(`
        insert into work_apart (order_no) select distinct order_no from statements where order_no <> 'LANES'`);
      await putRows(session, 'work_rows', [
        asRow('READ', { stated_at: '2026-11-01T00:00:00Z' }),
        asRow('READOTHER', { stated_at: '2026-11-01T00:00:00Z', digest: digestOf('ANOTHER') }),
      ]);
      await runWithRules(session, 'reconcile/choose/rows_of_chosen_orders.sql', { ...RUN, ...ZONES });
      const known = await sql<{ known: boolean }>`
        select distinct is_known as known from work_rows where stated_at > '2026-11-02'`.execute(session.db);
      return [await read(session), known.rows];
    });
    const before = ['READ 01 00:00', 'READOTHER 01 00:00', 'READOTHER 19 13:00'];
    expect(found).toEqual([[...COUNTED, ...before].toSorted(), [{ known: false }]]);
  });

  it('is left to the run itself by its number, once, if that of an order or row is which the run reads', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'work_keys', [{ order_no: 'KEY' }, { order_no: 'KEY', merchant_id: 'M2' }]);
      await putRows(session, 'work_rows', [asRow('READ'), asRow('KEY')]);
      await putRows(session, 'work_apart_rows', [keyed('APART'), keyed('READ')]);
      const owner = { owner_order_no: 'OWNER', owner_merchant_id: 'M1' };
      await putRows(session, 'work_owners', [
        { ...keyed('READ'), ...owner },
        { ...keyed('APART'), ...owner },
        { ...keyed('KEY'), ...owner, owner_order_no: 'KEY' },
      ]);
      await runSqlFile(session, 'reconcile/choose/apart_numbers.sql', {});
      return rowsOf(session, 'work_apart', sql`order_no`);
    });
    expect(found).toEqual(['APART', 'KEY', 'OWNER', 'READ']);
  });

  it('is read again with the order that it belongs to, unless the run has it or looks at it again', async () => {
    const matched = (name: string, more: Row = {}) => ({
      ...{ ...keyed(name), matched_order_no: 'ORDER', matched_merchant_id: 'M1', ...more },
    });
    const cases = ['BELONGS', 'BELONGED', 'READ', 'AGAIN', 'OFANOTHER', 'OFOTHERMERCHANT', 'OFNONE'];
    const found = await undone(await engine.emptied(), async (session) => {
      await put(session, cases.map(inOrder));
      await putRows(session, 'work_keys', [{ order_no: 'ORDER' }]);
      await putRows(session, 'statement_rows', [
        matched('BELONGS'),
        matched('BELONGED', { until_run: 5 }),
        matched('READ'),
        matched('AGAIN'),
        matched('OFANOTHER', { matched_order_no: 'ANOTHER' }),
        matched('OFOTHERMERCHANT', { matched_merchant_id: 'M2' }),
        matched('OFNONE', { matched_order_no: null, matched_merchant_id: null }),
      ]);
      await putRows(session, 'work_rows', [asRow('READ'), asRow('BELONGS', { digest: digestOf('OTHER') })]);
      await putRows(session, 'work_revisited', [keyed('AGAIN'), { ...keyed('READ'), order_no: 'BELONGS' }]);
      await session.script('update work_rows set is_known = false');
      await runWithRules(session, 'reconcile/choose/rows_of_chosen_orders.sql', { ...RUN, ...ZONES });
      return rowsOf(session, 'work_rows', sql`concat_ws(' ', order_no, is_known)`);
    });
    expect(found).toEqual(['BELONGS f', 'BELONGS t', 'READ f']);
  });

  it('belongs to the order that it belonged to, unless it may belong to another', async () => {
    const matched = (name: string, more: Row = {}) => ({
      ...{ ...keyed(name), matched_order_no: `${name}S`, matched_merchant_id: 'M1', ...more },
    });
    const known = { is_known: true };
    const found = await undone(await engine.emptied(), async (session) => {
      await putRows(session, 'work_rows', [
        asRow('PLAIN', known),
        asRow('NEWONE'),
        asRow('BELONGED', known),
        asRow('OFNONE', known),
        asRow('OWNED', known),
        asRow('AGAIN', known),
      ]);
      await putRows(session, 'statement_rows', [
        matched('PLAIN'),
        matched('PLAIN', { digest: digestOf('of its number'), matched_order_no: 'ELSEWHERE' }),
        matched('NEWONE'),
        matched('BELONGED', { until_run: 5 }),
        matched('OFNONE', { matched_order_no: null, matched_merchant_id: null }),
        matched('OWNED'),
        matched('AGAIN'),
        matched('NOTREAD'),
      ]);
      const owner = { owner_order_no: 'ANOTHER', owner_merchant_id: 'M1' };
      await putRows(session, 'work_owners', [
        { ...keyed('OWNED'), ...owner },
        { ...keyed('PLAIN'), ...owner, digest: digestOf('OTHER') },
        { ...keyed('OTHER'), ...owner, digest: digestOf('PLAIN') },
      ]);
      await putRows(session, 'work_revisited', [
        keyed('AGAIN'),
        { ...keyed('PLAIN'), digest: digestOf('OTHER') },
        { ...keyed('OTHER'), digest: digestOf('PLAIN') },
      ]);
      await runSqlFile(session, 'reconcile/choose/owners_of_chosen_rows.sql', {});
      return rowsOf(
        session,
        'work_owners',
        sql`concat_ws(' ', order_no, owner_order_no, owner_merchant_id, is_known)`,
      );
    });
    expect(found).toEqual([
      'OTHER ANOTHER M1 f',
      'OWNED ANOTHER M1 f',
      'PLAIN ANOTHER M1 f',
      'PLAIN PLAINS M1 t',
    ]);
  });
});
