import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { keepRunCoverage } from '../../src/coverage/keep-run-coverage.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { RunRequest } from '../../src/reconcile/run.ts';
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
async function judged(session: Session, asOf = NOON, more: Partial<RunRequest> = {}): Promise<string> {
  const at = instantOf(asOf);
  await transaction(session, () => reconcile(session, SETTINGS, { asOf: at, startedAt: at, ...more }));
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

/** Judges what is known, and looks for gaps before. */
function judgedWithGaps(session: Session, asOf: string): Promise<string> {
  return judged(session, asOf, { begun: (run) => keepRunCoverage(session, SETTINGS, run) });
}

/** Keeps a source with twenty records in every five minutes of a stretch. */
async function fill(
  session: Session,
  kind: 'callback' | 'statement',
  from: string,
  to: string,
  readAt: string,
) {
  const source = await putStatement(session, [{ rowId: `${kind} ${from}`, orderNo: 'NOBODY0001' }], readAt);
  await sql`
    insert into record_counts (source_id, region, kind, slot_at, records, first_at, last_at)
    select ${source}::integer, 'BR', ${kind}, at, 20, at, at + interval '4 minutes'
    from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', '5 minutes') s (at)`.execute(
    session.db,
  );
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

  it('has a gap until the source that fills it was read', async () => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(payInLine(), callbackLine()))]);
    await store.session(async (session) => {
      const [dawn, nine, ten, eleven] = ['04', '09', '10', '11'].map((hour) => `2026-11-20T${hour}:00:00Z`);
      await fill(session, 'callback', '2026-11-19T03:00:00Z', END, dawn!);
      await fill(session, 'statement', '2026-11-19T03:00:00Z', '2026-11-19T10:00:00Z', dawn!);
      await fill(session, 'statement', '2026-11-19T20:00:00Z', END, dawn!);
      await fill(session, 'statement', '2026-11-19T10:00:00Z', '2026-11-19T15:00:00Z', ten!);
      await fill(session, 'statement', '2026-11-19T15:00:00Z', '2026-11-19T20:00:00Z', eleven!);
      expect(await judgedWithGaps(session, nine!)).toBe('');
      expect(await judgedWithGaps(session, ten!)).toBe('');
      expect(await judgedWithGaps(session, eleven!)).toBe('BR 2026-11-19, ORDER00001');
      expect(await judgedWithGaps(session, ten!)).toBe('');
      expect(await judgedWithGaps(session, NOON)).toBe('BR 2026-11-19, ORDER00001');
      const gaps = await session.db
        .selectFrom('coverage_gaps')
        .select(['from_at', 'to_at', 'from_run', 'until_run'])
        .orderBy('from_run')
        .execute();
      const long = { from_at: '2026-11-19 09:59:00+00', to_at: '2026-11-19 20:00:00+00' };
      const short = { ...long, from_at: '2026-11-19 14:59:00+00' };
      expect(gaps).toEqual([
        { ...long, from_run: 1, until_run: 2 },
        { ...short, from_run: 2, until_run: 3 },
        { ...short, from_run: 4, until_run: 5 },
      ]);
    });
  });
});
