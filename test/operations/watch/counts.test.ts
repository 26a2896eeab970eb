/** The counts that the watch compares are those of the evidence, and a look reads only what is new of it. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../../src/database/sql-file.ts';
import type { Session, Store } from '../../../src/database/store.ts';
import { advanceCounts } from '../../../src/operations/watch/advance-counts.ts';
import { countRegion } from '../../../src/operations/watch/count.ts';
import { readUntil } from '../../../src/operations/watch/read-until.ts';
import { comparableStretches, SLOT_SECONDS } from '../../../src/operations/watch/stretches.ts';
import { LINES } from '../../../src/operations/watch/tally.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { createRandom, type Random } from '../../../src/simulate/random.ts';
import { onEngines } from '../../support/engines.ts';
import { LONG_TEXT } from '../../support/records.ts';
import { type Evidence, keepEvidence, steadyOrders } from './evidence.ts';
import { type CountedEvidence, countEvidence } from './evidence-counts.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** In the week after Cairo put its clock forward. */
const NOW = Date.parse('2026-04-29T17:20:00Z') / 1000;
const WEEKS = 2;

const settingsWith = (more: object = {}) => parseSettings({ watch: { weeks: WEEKS }, ...more });

/** Orders of these hours and of the weeks before: paid soon, late, twice, by another method, of another amount, or not. */
function someOrders(random: Random, count: number, name: string): Evidence[] {
  return Array.from({ length: count }, (_, number): Evidence => {
    const requestedAt =
      NOW - random.between(0, WEEKS) * 7 * DAY - random.between(0, 100 * 60) * 5 - random.between(0, 4);
    const isPaid = random.unit() < 0.7;
    const receivedAt = requestedAt + random.between(-30, random.unit() < 0.8 ? 1800 : 5 * HOUR);
    return {
      orderNo: `${name}-${number}`,
      merchantId: `M${random.between(1, 2)}`,
      paymentMethod: ['PIX', 'FAWRY', 'WALLET', LONG_TEXT][random.between(0, 3)]!,
      requestedAt,
      receivedAt: isPaid ? receivedAt : undefined,
      completedAt: receivedAt - random.between(0, 2 * HOUR),
      paidMinor: random.unit() < 0.8 ? 10_000 : 10_000 + random.between(0, 20),
      isCallbackAlone: isPaid && random.unit() < 0.1,
    };
  });
}

/** More of orders that are known: their request where it was missing, another one, another callback. */
function moreOf(random: Random, known: readonly Evidence[]): Evidence[] {
  return known
    .filter(() => random.unit() < 0.3)
    .map((order) => {
      const { paymentMethod, requestedAt } = order;
      const isOther = random.unit() < 0.2;
      return {
        ...order,
        paymentMethod: isOther && paymentMethod !== 'PIX' ? 'WALLET' : paymentMethod,
        requestedAt: isOther ? requestedAt + random.between(-900, 900) : requestedAt,
        receivedAt: requestedAt + random.between(-30, 4 * HOUR),
        isCallbackAlone: random.unit() < 0.3,
      };
    });
}

/** What the watch compares, by its counts and by the evidence. */
async function both(store: Store, settings: Settings, seconds: number) {
  const until = { seconds: Math.floor(seconds / SLOT_SECONDS) * SLOT_SECONDS, micros: 0 };
  return store.session(async (session) => {
    await advanceCounts(session, settings, { seconds, micros: 0 });
    const counts: CountedEvidence = new Map();
    const evidence: CountedEvidence = new Map();
    for (const region of settings.regions) {
      const stretches = (shift = 0) => comparableStretches(until, region.zone, WEEKS, shift);
      const { groups, dueSeconds } = await countRegion(session, settings, region, { until, payInsFrom: 0 });
      for (const { paymentMethod, merchantId, lines } of groups) {
        for (const line of LINES) {
          lines[line].forEach((count, at) => {
            if (count > 0) counts.set(`${region.name} ${paymentMethod} ${merchantId} ${line} ${at}`, count);
          });
        }
      }
      const due = (method: string) => (dueSeconds.has(method) ? stretches(dueSeconds.get(method)) : []);
      const found = await countEvidence(session, settings, region.name, stretches(), due);
      for (const [key, count] of found) evidence.set(`${region.name} ${key}`, count);
    }
    return { counts: sorted(counts), evidence: sorted(evidence) };
  });
}

const sorted = (counts: CountedEvidence) => [...counts].sort(([a], [b]) => (a < b ? -1 : 1));

/** How many records of pay-ins and callbacks the session has read. */
async function recordsRead(session: Session): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(session.db);
  const { rows } = await sql<{ read: string }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read
    from pg_stat_user_tables
    where relname in ('pay_ins', 'callbacks')`.execute(session.db);
  return Number(rows[0]!.read);
}

onEngines('the counts of the watch', (engine) => {
  it('are those of the evidence, whatever comes in which order', async () => {
    for (const seed of [1, 2]) {
      const store = await engine.emptied();
      const random = createRandom(seed, 5);
      random.seek(0);
      let settings = settingsWith();
      let known: Evidence[] = [];
      for (let step = 0; step < 5; step += 1) {
        const added = [...someOrders(random, 120, `S${step}`), ...moreOf(random, known)];
        await keepEvidence(store, added, NOW + step * 900);
        known = [...known, ...added];
        if (step === 2)
          settings = settingsWith({ tolerances: { BRL: 10, EGP: 10 }, lateCallbackSeconds: 1800 });
        const { counts, evidence } = await both(store, settings, NOW + step * 900 + random.between(0, 600));
        expect(counts).toEqual(evidence);
        expect(counts.length).toBeGreaterThan(300);
      }
    }
  });

  it('are counted again after evidence was removed, and where a look goes further back', async () => {
    const store = await engine.emptied();
    const random = createRandom(3, 5);
    random.seek(0);
    await keepEvidence(store, someOrders(random, 100, 'A'), NOW);
    await keepEvidence(store, someOrders(random, 100, 'B'), NOW + 1);
    await both(store, settingsWith(), NOW + 60 * DAY);
    const back = await both(store, settingsWith(), NOW);
    expect(back.counts).toEqual(back.evidence);
    await store.session(async (session) => {
      await sql`delete from pay_ins where source_id = 1`.execute(session.db);
      await sql`delete from callbacks where source_id = 1`.execute(session.db);
      await runSqlFile(session, 'watch/counts/050_count_again.sql', { before: 'infinity' });
    });
    const less = await both(store, settingsWith(), NOW);
    expect(less.counts).toEqual(less.evidence);
    expect(less.counts.length).toBeLessThan(back.counts.length);
  });

  it('say how far the records go that may be judged: what is read meanwhile is not counted yet', async () => {
    const store = await engine.emptied();
    const shop = { merchantId: 'M1', paymentMethod: 'FAWRY', every: 10 };
    const at = { seconds: NOW, micros: 0 };
    // Read every hour, so that the newest record is usually an hour old.
    for (const hours of [4, 3, 2, 1])
      await keepEvidence(
        store,
        steadyOrders(shop, NOW - (hours + 1) * HOUR, NOW - hours * HOUR - 300),
        NOW - hours * HOUR,
      );
    const reach = async (session: Session, lastSource: number) =>
      (await readUntil(session, at, lastSource)).get('EG')!.until.seconds;
    await store.session(async (session) => {
      const counted = await advanceCounts(session, settingsWith(), at);
      const until = await reach(session, counted);
      expect(until).toBeLessThan(NOW - HOUR / 2);
      await keepEvidence(store, steadyOrders(shop, NOW - HOUR, NOW), NOW);
      expect(await reach(session, counted)).toBe(until);
      expect(await reach(session, await advanceCounts(session, settingsWith(), at))).toBeGreaterThan(until);
    });
  });

  it('are advanced by reading only the orders that new sources brought records of', async () => {
    const store = await engine.emptied();
    const shop = { merchantId: 'M1', paymentMethod: 'FAWRY', every: 10 };
    const weeks = [2, 1, 0].flatMap((week) =>
      steadyOrders(shop, NOW - week * 7 * DAY - 8 * HOUR, NOW - week * 7 * DAY),
    );
    await keepEvidence(store, weeks, NOW);
    await store.session((session) => session.script('analyze pay_ins; analyze callbacks'));
    const look = (seconds: number) =>
      store.session(async (session) => {
        const before = await recordsRead(session);
        await advanceCounts(session, settingsWith(), { seconds, micros: 0 });
        const until = { seconds, micros: 0 };
        for (const region of settingsWith().regions)
          await countRegion(session, settingsWith(), region, { until, payInsFrom: 0 });
        return (await recordsRead(session)) - before;
      });
    expect(await look(NOW)).toBeGreaterThanOrEqual(weeks.length);
    expect(await look(NOW + 300)).toBe(0);
    await keepEvidence(store, steadyOrders(shop, NOW, NOW + 150), NOW + 150);
    const read = await look(NOW + 600);
    expect(read).toBeGreaterThan(0);
    // 15 orders, each a few times; three weeks have 8,640.
    expect(read).toBeLessThanOrEqual(15 * 12);
  });
});
