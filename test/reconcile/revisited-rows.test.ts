/** Which rows of statements a run looks at again: the statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, putRows, type Row, undone } from './put-rows.ts';
import { payIn, rowsOf } from './stated-cases.ts';

const [EARLIER, LATER] = ['2026-11-20T00:30:00Z', '2026-11-21T00:30:00Z'];
/** Source 1 was read long before; these at, between and after the two as-ofs. The run reads the last three. */
const READ_AT = ['2026-11-01T00:00:00Z', EARLIER, '2026-11-20T00:30:01Z', LATER, '2026-11-21T00:30:01Z'];
const [AT_EARLIER, BETWEEN, AT_LATER, KNOWN] = [2, 3, 4, 5];
const [NEW, NEWEST, BEYOND] = [6, 7, 8];
const RUN = {
  ...{ since: KNOWN, known_source: KNOWN, last_source: NEWEST, earlier: EARLIER, later: LATER },
  ...{ statement_grace_seconds: 3600, is_changed: false },
};

type Case = readonly [name: string, row: Row, result?: Row];
const named = (row_id: string, more: Row = {}): Row => ({ row_id, row_key: row_id, ...more });
const dated = (name: string, row_date: string, more: Row = {}): Case => [name, {}, { row_date, ...more }];

/** Rows by a name, and what they are; the first are looked at again. */
const AGAIN: readonly Case[] = [
  ['read between', { source_id: BETWEEN }],
  ['read at the later as-of', { source_id: AT_LATER }],
  ['amended', { amended_by: NEW }],
  ['amended by the newest', { amended_by: NEWEST }],
  ['corrected', named('R1')],
  ['corrected by the newest', named('R2')],
  ['version of one read between', named('R3')],
  ['read between with a version', named('R3', { source_id: BETWEEN })],
  ['version of an amended one', named('R4')],
  ['amended with a version', named('R4', { amended_by: NEW })],
  ['of the number of a chosen order', { order_no: 'KEY' }],
  ['of the tradeNo of a chosen order', { trade_no: 'T KEY' }],
  ['of the tradeNo of its callback', { trade_no: 'C KEY' }],
  ...['ASKED', 'ASKED BY THE NEWEST', 'CALLED', 'CALLED BY THE NEWEST'].flatMap((order_no): Case[] => [
    [`of the number ${order_no}`, { order_no }],
    [`of the tradeNo of ${order_no}`, { trade_no: `T ${order_no}` }],
  ]),
  ['of an unmatched callback', { order_no: 'UNMATCHED' }],
  ['of the last known source', { order_no: 'KEY', source_id: KNOWN }],
  ['of that source by its tradeNo', { trade_no: 'T KEY', source_id: KNOWN }],
  ['of that source with a version', named('R1', { source_id: KNOWN, line: 1 })],
  dated('at the first date', '2026-11-17'),
  dated('at the last date', '2026-11-22'),
];
const AS_BEFORE: readonly Case[] = [
  ['old', {}, { row_date: '2026-10-01' }],
  ['read at the earlier as-of', { source_id: AT_EARLIER }],
  ['read after the later as-of', { source_id: KNOWN }],
  ['amended before', { amended_by: KNOWN }],
  ['amended later', { amended_by: BEYOND }],
  ['of another issuer', named('R1', { issuer: 'other' })],
  ['corrected later', named('R5')],
  ['named before', named('R6')],
  ['unnamed before', { row_key: 'R7' }],
  ['of a tradeNo of its namesake', { trade_no: 'T NAMESAKE' }],
  ['of a tradeNo of its namesake’s callback', { trade_no: 'C NAMESAKE' }],
  ...['ASKED BEFORE', 'ASKED LATER', 'CALLED BEFORE', 'CALLED LATER'].flatMap((order_no): Case[] => [
    [`of the number ${order_no}`, { order_no }],
    [`of the tradeNo of ${order_no}`, { trade_no: `T ${order_no}` }],
  ]),
  ['of another unmatched callback', { order_no: 'OTHER UNMATCHED' }],
  dated('before the first date', '2026-11-16'),
  dated('after the last date', '2026-11-23'),
  dated('without an order', '2026-11-20', { matched: 'none' }),
  dated('no longer so', '2026-11-20', { until_run: 3 }),
];
/** What the run reads. */
const FRESH: readonly Case[] = [
  ['new', { order_no: 'KEY', trade_no: 'T KEY', source_id: NEW }],
  ['corrects', named('R1', { source_id: NEW })],
  ['corrects as the newest', named('R2', { source_id: NEWEST })],
  ['will correct', named('R5', { source_id: BEYOND })],
  ['without a name', { row_key: 'R6', source_id: NEW }],
  ['with a name', named('R7', { source_id: NEW })],
];

async function putAll(session: Session, cases: readonly Case[]): Promise<void> {
  for (const read_at of [...READ_AT, LATER, LATER, LATER])
    await sql`
      insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected)
      values ('rows', '', 1, ${read_at}::timestamptz, 0, 0, 0, 0)`.execute(session.db);
  const usual = { type: 'payment', status: 'paid', issuer: 'portal' };
  await putRows(
    session,
    'statements',
    cases.map(([name, row]) => ({
      ...{ ...usual, order_no: name, row_key: name, payout_id: name, digest: digestOf(name), ...row },
    })),
  );
  await putRows(
    session,
    'statement_rows',
    cases.flatMap(([name, row, result]) =>
      result === undefined ? [] : [{ order_no: name, digest: digestOf(name), ...row, ...result }],
    ),
  );
}

async function putEvidence(session: Session): Promise<void> {
  const namesake = { order_no: 'KEY', merchant_id: 'M2', source_id: 1 };
  const of = (order_no: string, source_id: number) => ({ order_no, source_id, trade_no: `T ${order_no}` });
  await putRows(session, 'work_keys', [{ order_no: 'KEY' }]);
  await putRows(session, 'pay_ins', [
    payIn('KEY', of('KEY', 1)),
    payIn('KEY', { ...namesake, trade_no: 'T NAMESAKE' }),
    payIn('', { ...of('ASKED BEFORE', KNOWN) }),
    payIn('', { ...of('ASKED', NEW) }),
    payIn('', { ...of('ASKED BY THE NEWEST', NEWEST) }),
    payIn('', { ...of('ASKED LATER', BEYOND) }),
  ]);
  await putRows(session, 'callbacks', [
    { ...of('KEY', 1), trade_no: 'C KEY' },
    { ...namesake, trade_no: 'C NAMESAKE' },
    of('CALLED BEFORE', KNOWN),
    of('CALLED', NEW),
    of('CALLED BY THE NEWEST', NEWEST),
    of('CALLED LATER', BEYOND),
  ]);
  await putRows(session, 'unmatched_callbacks', [
    { order_no: 'UNMATCHED', trade_no: 'T ASKED' },
    { order_no: 'OTHER UNMATCHED', trade_no: 'T ASKED BEFORE' },
  ]);
}

/** The names of the rows that are looked at again, in order. */
async function revisited(session: Session, parameters: Row = {}): Promise<string[]> {
  await runSqlFile(session, 'reconcile/choose/revisited_rows.sql', { ...RUN, ...parameters });
  return rowsOf(
    session,
    'work_revisited',
    sql`(select payout_id from statements s where s.digest = work_revisited.digest)`,
  );
}

const ALL = [...AGAIN, ...AS_BEFORE, ...FRESH];
const isOpen = (result: Row | undefined) => result !== undefined && result['until_run'] === undefined;
const namesOf = (cases: readonly Case[]) => cases.map(([name]) => name).toSorted();

onEngines('a row of an earlier statement', (engine) => {
  it('is looked at again if it or what may be its order has changed, or its grace ends', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await putAll(session, ALL);
      await putEvidence(session);
      return revisited(session);
    });
    expect(found).toEqual(namesOf(AGAIN));
  });

  it.each<readonly [string, Row, (one: Case) => boolean]>([
    ['at the same as-of only for its evidence', { earlier: LATER }, () => false],
    ['if another run has judged since', { known_source: NEW }, ([, , result]) => isOpen(result)],
    ['if evidence was changed', { is_changed: true }, ([, { source_id = 1 }]) => Number(source_id) <= KNOWN],
  ])('is looked at again %s', async (_when, parameters, isAgain) => {
    const cases = [...AGAIN, ...AS_BEFORE].filter(
      ([, { row_id, amended_by, source_id = 1 }]) =>
        row_id === undefined && amended_by === undefined && Number(source_id) !== BETWEEN,
    );
    const found = await undone(await engine.emptied(), async (session) => {
      await putAll(session, [...cases, ['beyond', { source_id: BEYOND }]]);
      return revisited(session, { earlier: LATER, ...parameters });
    });
    expect(found).toEqual(namesOf(cases.filter(isAgain)));
  });

  it('is none where there is no earlier statement', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await putAll(session, FRESH);
      await putEvidence(session);
      return revisited(session);
    });
    expect(found).toEqual([]);
  });
});
