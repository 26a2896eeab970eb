/** Which requests are answered by responses on lines of their own: the statement on rows put as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqlPart, sqlParts } from '../../src/database/sql-file.ts';
import type { Session } from '../../src/database/store.ts';
import { OF_GROUPED_ORDERS, PAIRED_ANSWERS } from '../../src/reconcile/step-parts.ts';
import { onEngines } from '../support/engines.ts';
import { digestOf, putRows, type Row, undone } from './put-rows.ts';
import { BEYOND, NEWEST, put, RUN, rowsOf } from './stated-cases.ts';

/**
 * The records of an order, each with its time: a request (q), a response (r) or both (b). Pairs of a request and a response
 * are named by their places.
 */
const CASES: ReadonlyArray<readonly [name: string, records: string, pairs: string]> = [
  ['after each other', 'q10:00:00 r10:00:01 q10:05:00 r10:05:01', '1-2 3-4'],
  ['one in the other', 'q10:00:00 q10:05:00 r10:05:01 r10:06:00', '1-4 2-3'],
  ['two in another', 'q10:00:00 q10:01:00 r10:02:00 q10:03:00 r10:04:00 r10:05:00', '1-6 2-3 4-5'],
  ['each in the next', 'q10:00:00 q10:01:00 q10:02:00 r10:03:00 r10:04:00 r10:05:00', '1-6 2-5 3-4'],
  ['the last one', 'q10:00:00 q10:05:00 r10:05:01', '2-3'],
  ['behind', 'r10:00:00 q10:00:01', '2-1'],
  ['two behind', 'r10:00:00 r10:00:01 q10:00:02 q10:00:03', '3-1 4-2'],
  ['behind the next', 'r10:00:00 q10:00:01 r10:00:02 q10:00:03', '2-3 4-1'],
  ['one of two behind', 'r10:00:00 r10:00:01 q10:00:02', '3-1'],
  ['one for two behind', 'r10:00:00 q10:00:02 q10:00:03', '2-1'],
  ['too many', 'r10:00:00 q10:00:01 r10:00:02 r10:00:03', '2-3'],
  ['in its second', 'q10:00:00 q10:05:00.7 r10:05:00', '2-3'],
  ['before in its second', 'q10:00:00 q10:05:00.7 r10:05:00.6', '1-3'],
  ['the second before', 'q10:00:00 q10:05:00.7 r10:04:59', '1-3'],
  ['asked at a second', 'q10:00:00 q10:05:00 r10:05:00.3', '2-3'],
  ['at the same time', 'q10:00:00 q10:05:00.5 r10:05:00.5', '2-3'],
  ['asked at the same time', 'q10:00:00 q10:00:00 r10:05:00', '2-3'],
  ['answered at the same time', 'q10:00:00 q10:01:00 r10:05:00 r10:05:00', '1-4 2-3'],
  ['in any order', 'r10:05:01 q10:05:00 r10:00:01 q10:00:00', '2-1 4-3'],
  ['answered at once', 'q10:00:00 b10:01:00 r10:05:00', '1-3'],
  ['only answered at once', 'b10:01:00 r10:05:00', ''],
  ['only asked', 'q10:00:00 q10:01:00', ''],
  ['at the as-of', 'q11:00:00 r11:59:59.9 q12:00:00 r12:00:00', '1-2 3-4'],
  ['asked after the as-of', 'r11:00:00 q12:00:00.000001', ''],
  ['answered after the as-of', 'q11:00:00 r12:00:00.000001 q11:30:00 r11:30:01', '3-4'],
  ['of the newest source', `q10:00:00@${NEWEST} r10:00:01@${NEWEST}`, '1-2'],
  ['asked beyond it', `q10:00:00 q10:01:00@${BEYOND} r10:02:00`, '1-3'],
  ['answered beyond it', `q10:00:00 q10:01:00 r10:02:00@${BEYOND} r10:03:00`, '2-4'],
];

const RECORD = /^([qrb])([\d:.]+)(?:@(\d))?$/;

const recordsOf = ([order_no, records]: readonly [string, string, string]): Row[] =>
  records.split(' ').map((record, index) => {
    const [, kind, clock, source = NEWEST] = RECORD.exec(record)!;
    return {
      ...{ order_no, digest: String(index + 1).padStart(32, '0'), requested_at: `2026-11-20T${clock}Z` },
      ...{ has_request: kind !== 'r', has_response: kind !== 'q', source_id: Number(source) },
    };
  });

const ofOther = (merchant_id: string, record: Row): Row => ({
  ...{ ...record, merchant_id, requested_at: '2026-11-20T10:00:00.5Z' },
  digest: digestOf(`${merchant_id} ${record['digest']}`),
});

async function putAll(session: Session): Promise<void> {
  await put(session, []);
  const records = CASES.flatMap(recordsOf);
  await putRows(session, 'pay_ins', [
    ...records,
    // They have a case's number, but are of another order: one that is not read, and one without a response.
    ofOther('M2', records[0]!),
    ofOther('M2', records[1]!),
    ofOther('M3', records[0]!),
  ]);
  await putRows(session, 'work_grouped', [
    ...CASES.map(([order_no]) => ({ order_no })),
    { order_no: CASES[0]![0], merchant_id: 'M3' },
  ]);
}

onEngines('a response on a line of its own', (engine) => {
  it('answers the last request before it that has none, else what is left in order', async () => {
    const found = await undone(await engine.emptied(), async (session) => {
      await putAll(session);
      const parameters = { ...RUN, ...OF_GROUPED_ORDERS };
      const parts = sqlParts([PAIRED_ANSWERS], parameters);
      await sqlPart('reconcile/evidence/answers.sql', { ...parameters, ...parts }).execute(session.db);
      const place = (column: string) => sql`ltrim(replace(${sql.ref(column)}::text, '-', ''), '0')`;
      const pair = sql`${place('request_digest')} || '-' || ${place('response_digest')}`;
      return rowsOf<readonly [string, string, string]>(
        session,
        'work_answers',
        sql`jsonb_build_array(order_no, merchant_id, ${pair})`,
      );
    });
    const pairs = CASES.map(([name]) => [
      name,
      found
        .filter(([order]) => order === name)
        .map(([, merchant, pair]) => (merchant === 'M1' ? pair : `${pair} of ${merchant}`))
        .join(' '),
    ]);
    expect(Object.fromEntries(pairs)).toEqual(
      Object.fromEntries(CASES.map(([name, , expected]) => [name, expected])),
    );
  });
});
