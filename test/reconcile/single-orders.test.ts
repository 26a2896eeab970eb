import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile, type SqlParameters, sqlPart } from '../../src/database/sql-file.ts';
import { Rollback, type Session, transaction } from '../../src/database/store.ts';
import { rereadAnswers } from '../../src/reconcile/evidence/reread-answers.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { CHOSEN_REQUESTS, NEW_REQUESTS, ON_ONE_SERVER, runStatement } from '../../src/reconcile/run-steps.ts';
import type { Step } from '../../src/reconcile/step.ts';
import { stepsOf, tablesFilled } from '../../src/reconcile/steps.ts';
import { absentParameters } from '../../src/settings/absent.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { createRandom, type Random } from '../../src/simulate/random.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ORDERS = 1500;
const SETTINGS = parseSettings({
  statuses: { failed: ['FAILED'], reversed: ['REVERSED'] },
  absent: ['request.body.payer'],
});
/** The steps of the phase evidence before its checks and rules, but those for statements. */
const EVIDENCE = stepsOf('evidence')
  .slice(
    0,
    stepsOf('evidence').findIndex(({ pass }) => pass === 'check regions'),
  )
  .filter(({ ofStatements }) => ofStatements !== true);
/** Those of them that work on the orders in work_grouped. */
const GATHERED = EVIDENCE.slice(EVIDENCE.findIndex(({ fills }) => fills.includes('work_callbacks')));
const WORK_TABLES = tablesFilled('lane').join(', ');
/** A number that no source has reached. */
const NEWEST = 2_000_000;
const LATE = { seconds: Date.parse('2026-11-25T12:00:00Z') / 1000, micros: 0 };
/** Before all of what is read, at the time of a request and of a callback in the middle of it, and after. */
const AS_OFS = [
  '2026-11-18T00:00:00Z',
  '2026-11-19T13:06:00Z',
  '2026-11-19T13:07:02Z',
  '2026-11-25T12:00:00Z',
];

/** Orders of a request or two and up to three callbacks, of which each has something odd now and then. */
function oddLines(): string[] {
  const random = createRandom(11, 0);
  random.seek(0);
  const pick = <T>(...values: readonly T[]): T => values[random.between(0, values.length - 1)]!;
  return Array.from({ length: ORDERS }, (_, index) => {
    const orderNo = `ODD${String(index).padStart(7, '0')}`;
    const tradeNo = `T${random.between(0, 20) === 0 ? index - 1 : index}`;
    const requests = pick(1, 1, 1, 1, 1, 1, 1, 2, 0);
    const callbacks = pick(1, 1, 1, 1, 1, 0, 2, 3);
    return [
      ...Array.from({ length: requests }, () => oddPayIn({ orderNo, tradeNo }, random, pick)),
      ...Array.from({ length: callbacks }, () => oddCallback({ orderNo, tradeNo }, random, pick)),
    ];
  }).flat();
}

type Pick = <T>(...values: readonly T[]) => T;
interface Names {
  readonly orderNo: string;
  readonly tradeNo: string;
}

/** One time in so many, on average. */
const once = (random: Random, times: number) => random.between(1, times) === 1;
const AMOUNTS = ['20000', '20000', '20000', '19999', '"20000"', '"abc"', '200.5'];

function oddPayIn(names: Names, random: Random, pick: Pick): string {
  const line = JSON.parse(payInLine({ ...names, amount: pick(...AMOUNTS) }));
  line.request.headers['X-TIMESTAMP'] = `2026-11-19T10:0${random.between(0, 9)}:00-03:00`;
  const { response } = line;
  if (once(random, 10)) delete line.response;
  else {
    response.body.status = pick('PROCESSING', 'SUCCESS', 'ODD');
    if (once(random, 8)) response.body.code = pick('01', '99');
    if (once(random, 8)) delete response.body.tradeNo;
    if (once(random, 8)) response.body.money.amount = 1;
    if (once(random, 12)) delete response.body.money.currency;
    if (once(random, 12)) response.body.orderNo = 'ANOTHER0001';
    if (once(random, 12)) response.body.accountNo = 'ACCOUNT1';
    if (once(random, 12)) response.headers['X-TIMESTAMP'] = '2026-11-19T10:05:01';
  }
  if (once(random, 15)) line.request.body.expiryPeriod = pick(600, 9_999_999_999_999);
  if (once(random, 15)) delete line.request.body.money.currency;
  if (once(random, 4)) line.request.body.merchant.subMerchantId = 'S1';
  if (once(random, 4) && line.response) line.response.body.merchant.subMerchantId = pick('S1', 'S2');
  if (once(random, 20)) line.request.body.payer = pick({}, { pixAccount: '123' });
  return JSON.stringify(line);
}

function oddCallback(names: Names, random: Random, pick: Pick): string {
  const at = `2026-11-19T${pick('12', '13', '13', '13', '20')}:0${random.between(0, 9)}:02Z`;
  const status = pick('SUCCESS', 'SUCCESS', 'SUCCESS', 'PROCESSING', 'FAILED', 'REVERSED', 'ODD');
  const line = JSON.parse(callbackLine({ ...names, at, status, amount: pick(...AMOUNTS) }));
  line.ack = pick('SUCCESS', 'SUCCESS', 'SUCCESS', 'FAIL', undefined);
  line.verified = pick(true, true, true, true, true, true, false, undefined, undefined);
  if (once(random, 8)) delete line.body.tradeNo;
  if (once(random, 10)) line.body.merchantId = 'M0002';
  if (once(random, 8)) line.body.money.currency = pick('EGP', 'XTS', undefined);
  if (once(random, 8)) line.body.paymentMethod = 'FAWRY';
  if (once(random, 5))
    line.body.transactionTime = pick(
      undefined,
      '2026-11-19T10:06:00',
      '2026-11-10T10:06:00',
      '2027-01-01T00:00:00Z',
      'noon',
    );
  return JSON.stringify(line);
}

function parametersAt(asOf: string): SqlParameters {
  const { paid, pending, failed, reversed } = SETTINGS.statuses;
  return {
    as_of: asOf,
    last_source: NEWEST,
    since: 0,
    earlier: asOf,
    later: asOf,
    horizon_hours: 168,
    backwards: false,
    grace_seconds: 60,
    regions: SETTINGS.regions.map(({ name }) => name),
    zones: SETTINGS.regions.map(({ zone }) => zone),
    paid: [...paid],
    pending: [...pending],
    failed: [...failed],
    reversed: [...reversed],
    statuses: [...paid, ...pending, ...failed, ...reversed],
    ...absentParameters(SETTINGS),
  };
}

async function gather(session: Session, parameters: SqlParameters, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.pass === undefined) await runStatement(session, step, { ...parameters, ...ON_ONE_SERVER });
    else await rereadAnswers(session, SETTINGS);
    await session.script(
      'analyze work_grouped; analyze work_evidence; analyze work_callbacks; analyze work_orders',
    );
  }
}

/** Rows that stand in one of both tables only, whatever their columns but `digest`. */
async function differences(session: Session, left: string, right: string): Promise<unknown[]> {
  const { rows } = await sql<{ side: string; row: unknown }>`
    select 'one by one' as side, row - 'digest' as row from (
      select to_jsonb(l) - 'digest' as row from ${sql.table(left)} l
      except all select to_jsonb(r) - 'digest' from ${sql.table(right)} r
    ) one
    union all
    select 'gathered', row from (
      select to_jsonb(r) - 'digest' as row from ${sql.table(right)} r
      except all select to_jsonb(l) - 'digest' from ${sql.table(left)} l
    ) other
    limit 4`.execute(session.db);
  return rows;
}

onEngines('orders of one request and at most one callback', (engine) => {
  it('are refused as others are where the settings do not name their region', async () => {
    const order = { orderNo: 'ALONE00001', merchantId: 'M0009' };
    const egyptian = { ...order, currency: 'EGP', method: 'FAWRY' };
    const settings = { ...SETTINGS, regions: SETTINGS.regions.filter(({ name }) => name === 'EG') };
    for (const records of [[payInLine(order)], [payInLine(egyptian), callbackLine(order)]]) {
      for (const isKnown of [false, true]) {
        const store = await engine.emptied();
        await read(store, [write(temporaryFolder(), 'records.log', lines(...records))]);
        const at = { asOf: LATE, startedAt: LATE };
        const judge = (by: Settings) =>
          store.session((session) => transaction(session, () => reconcile(session, by, at)));
        if (isKnown) await judge(SETTINGS);
        const refused = { code: 'SETTINGS_INVALID', detail: { where: 'regions' } };
        await expect(judge(settings)).rejects.toMatchObject(refused);
      }
    }
  });

  it('are read one by one as they would be gathered', async () => {
    const folder = temporaryFolder();
    await writeDay({ date: '2026-11-19', seed: 7, orders: ORDERS, folder });
    writeFileSync(join(folder, 'odd.log'), `${oddLines().join('\n')}\n`);
    const store = await engine.open();
    await read(store, [folder], { settings: SETTINGS });
    await store.session((session) =>
      transaction(session, async () => {
        await runSqlFile(session, 'reconcile/choose/unmatched_callbacks.sql', {
          unmatched_since: 0,
          last_source: NEWEST,
        });
        // As in a store that says that it keeps no currency: then such records are read one by one, too.
        await session.script(`
          delete from violations where field like '%money.currency';
          create temporary table all_orders as
          select order_no, merchant_id from pay_ins union select order_no, merchant_id from callbacks`);
        const singles: number[] = [];
        const ranges: number[] = [];
        for (const asOf of AS_OFS) {
          const parameters = { ...parametersAt(asOf), known_source: 0 };
          await session.script(`
            truncate ${WORK_TABLES};
            insert into work_grouped select order_no, merchant_id from all_orders`);
          await gather(session, parameters, GATHERED);
          await keepEvidence(session, parameters, 'gathered_evidence', {
            chosen: sql`select order_no, merchant_id from work_grouped`,
            ...CHOSEN_REQUESTS,
          });
          for (const isNew of [true, false]) {
            const read = { ...parameters, known_source: isNew ? 0 : NEWEST };
            await session.script(`truncate work_keys, ${WORK_TABLES}`);
            await choose(session, read);
            await gather(session, read, EVIDENCE);
            const chosen = sql`select order_no, merchant_id from work_marked`;
            const bounds = isNew ? await singleOrderNumbers(session, asOf) : [];
            const requests = isNew ? NEW_REQUESTS : CHOSEN_REQUESTS;
            await keepEvidence(session, read, 'read_evidence', { chosen, ...requests }, bounds);
            if (isNew) ranges.push(bounds.length + 1);
            const found = await differences(session, 'read_evidence', 'gathered_evidence');
            expect(found, `${asOf}, ${isNew ? 'new' : 'known'}`).toEqual([]);
            singles.push(await singleOrders(session));
            await session.script('drop table read_evidence');
          }
          await session.script('drop table gathered_evidence');
        }
        expect(ranges.at(-1)).toBe(3);
        expect(singles.slice(0, 2)).toEqual([0, 0]);
        expect(Math.min(...singles.slice(-2))).toBeGreaterThan(ORDERS);
        return new Rollback(undefined);
      }),
    );
  });
});

/** Fills work_keys as a run does. */
async function choose(session: Session, parameters: SqlParameters): Promise<void> {
  await runSqlFile(session, 'reconcile/choose/orders_with_news.sql', parameters);
  for (let round = 1, added = 1; added > 0; round += 1) {
    const file = 'reconcile/choose/related_orders.sql';
    added = (await runSqlFile(session, file, { ...parameters, round })).changed;
  }
}

/** Two numbers of new orders of one request and one callback, where that many are read one by one. */
async function singleOrderNumbers(session: Session, asOf: string): Promise<string[]> {
  const { rows } = await sql<{ order_no: string }>`
    select p.order_no
    from pay_ins p
    join callbacks c on c.order_no = p.order_no and c.merchant_id = p.merchant_id
    where p.requested_at <= ${asOf}::timestamptz
      and c.received_at <= ${asOf}::timestamptz
      and not exists (select from work_keys k where k.order_no = p.order_no and k.merchant_id = p.merchant_id)
    order by p.order_no`.execute(session.db);
  return [300, 900].flatMap((place) => rows[place]?.order_no ?? []);
}

/**
 * Keeps the evidence by which orders are judged in a table of its own.
 * @param bounds order numbers at which ranges of new orders end and begin, as those of lanes do
 */
async function keepEvidence(
  session: Session,
  parameters: SqlParameters,
  table: string,
  parts: SqlParameters,
  bounds: readonly string[] = [],
): Promise<void> {
  const ranges = [null, ...bounds].map((from, index) => {
    const evidence = sqlPart('reconcile/results/order_evidence.sql', {
      ...{ ...parameters, ...parts, fence: sql`offset 0` },
      ...{ after_source: 0, from_order: from, to_order: bounds[index] ?? null },
      // Gathered evidence is no matter of ranges.
      ...(index > 0 ? { chosen: sql`select order_no, merchant_id from work_marked where false` } : {}),
    });
    return sql`(with ${evidence} select * from evidence)`;
  });
  await sql`create temporary table ${sql.table(table)} as ${sql.join(ranges, sql` union all `)}`.execute(
    session.db,
  );
}

async function singleOrders(session: Session): Promise<number> {
  const { rows } = await sql<{ singles: number }>`
    select count(*) as singles
    from read_evidence e
    where not exists (
      select from work_grouped g where g.order_no = e.order_no and g.merchant_id = e.merchant_id
    )`.execute(session.db);
  return Number(rows[0]!.singles);
}
