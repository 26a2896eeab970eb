import { expect, it } from 'vitest';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { coverByStatements, putStatement, STATED_AT } from './statement-evidence.ts';

const SETTINGS = parseSettings({ coverage: { quietSeconds: 3600 } });
/** The end of 2026-11-19 in São Paulo. */
const END = '2026-11-20T03:00:00Z';
const NOON = '2026-11-20T12:00:00Z';

/** Judges what is known, and gives the dates that statements cover and the orders that they lack. */
async function judged(session: Session, asOf = NOON): Promise<string> {
  const at = instantOf(asOf);
  await transaction(session, () => reconcile(session, SETTINGS, { asOf: at, startedAt: at }));
  const dates = await session.db
    .selectFrom('stated_dates')
    .select(['region', 'date'])
    .where('until_run', 'is', null)
    .orderBy('region')
    .orderBy('date')
    .execute();
  const orders = await session.db
    .selectFrom('order_rows')
    .select('order_no')
    .where('until_run', 'is', null)
    .where('findings', 'like', '%NOT_IN_STATEMENT%')
    .orderBy('order_no')
    .execute();
  return [...dates.map(({ region, date }) => `${region} ${date}`), ...orders.map((one) => one.order_no)].join(
    ', ',
  );
}

/** Keeps a source that says nothing but from when until when it has rows. */
async function cover(session: Session, from: string, until: string, readAt = STATED_AT, region = 'BR') {
  const source = await putStatement(
    session,
    [{ rowId: `${region} ${from} ${until} ${readAt}`, orderNo: 'NOBODY0001' }],
    readAt,
  );
  await coverByStatements(session, source, [from, until], region);
}

onEngines('a date that statements cover', (engine) => {
  it('begins and ends within the quiet time, is over, and has no gap', async () => {
    const store = await engine.emptied();
    const paid = ['ORDER00001', 'ORDER00002'].flatMap((orderNo) => [
      payInLine({ orderNo, tradeNo: `T${orderNo}` }),
      callbackLine({ orderNo, tradeNo: `T${orderNo}` }),
    ]);
    // An order with two payments is looked up by its payments.
    const twice = callbackLine({ orderNo: 'ORDER00002', tradeNo: 'T2' });
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...paid, twice))]);
    await store.session(async (session) => {
      expect(await judged(session)).toBe('');
      await cover(session, '2026-11-19T04:00:01Z', '2026-11-20T01:59:59Z');
      await cover(session, '2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z', '2026-11-20T12:00:01Z');
      await cover(session, '2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z', STATED_AT, 'EG');
      await cover(session, '2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z', STATED_AT, 'XX');
      expect(await judged(session)).toBe('');
      await cover(session, '2026-11-19T04:00:00Z', '2026-11-19T05:00:00Z');
      expect(await judged(session)).toBe('');
      await cover(session, '2026-11-19T05:00:00Z', '2026-11-20T02:00:00Z');
      expect(await judged(session)).toBe('BR 2026-11-19, ORDER00001, ORDER00002');
      const gap = (kind: string, from: string, to: string, ended = 'null') =>
        session.script(`
          insert into coverage_gaps (region, kind, from_at, to_at, expected, file, files, from_run, until_run)
          values ('BR', '${kind}', '${from}', '${to}', 9, '', 0, 1, ${ended})`);
      await gap('statement', '2026-11-19T01:00:00Z', '2026-11-19T03:00:00Z');
      await gap('statement', END, '2026-11-20T04:00:00Z');
      await gap('statement', '2026-11-19T13:00:00Z', '2026-11-19T14:00:00Z', '2');
      await gap('callback', '2026-11-19T13:00:00Z', '2026-11-19T14:00:00Z');
      expect(await judged(session)).toBe('BR 2026-11-19, ORDER00001, ORDER00002');
      await gap('statement', '2026-11-19T15:00:00Z', '2026-11-19T16:00:00Z');
      expect(await judged(session)).toBe('');
    });
  });

  it('is over at its end', async () => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(payInLine(), callbackLine()))]);
    await store.session(async (session) => {
      await cover(session, '2026-11-18T03:00:00Z', END, '2026-11-20T02:00:00Z');
      expect(await judged(session, '2026-11-20T02:59:59.999999Z')).toBe('BR 2026-11-18');
      expect(await judged(session, END)).toBe('BR 2026-11-18, BR 2026-11-19, ORDER00001');
      await putStatement(session, [{ tradeNo: 'T1' }]);
      expect(await judged(session)).toBe('BR 2026-11-18, BR 2026-11-19');
    });
  });
});
