/** Figures that the page shows are those of the published files, and a reader of some merchants sees only theirs. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { runOf, scopeOf } from '../../../src/books/run/report-scope.ts';
import { countFindings } from '../../../src/books/shown/count-findings.ts';
import { readDateTotals } from '../../../src/books/shown/date-totals.ts';
import { findOrders } from '../../../src/books/shown/find-orders.ts';
import { readOverview, type ShownDate, type ShownRegion } from '../../../src/books/shown/overview.ts';
import { pageFindings } from '../../../src/books/shown/page-findings.ts';
import { pageRejects, pageSources, readReach } from '../../../src/books/shown/read-data.ts';
import { scopedVersion } from '../../../src/books/shown/version-scope.ts';
import type { Session } from '../../../src/database/store.ts';
import { readAtOnce } from '../../../src/database/store-in-turn.ts';
import { DATE, instant, MORNING, readCsv, SETTINGS } from '../../export/books.ts';
import { type PublishedDay, publishDay } from '../../export/simulated-day.ts';
import { onEngines } from '../../support/engines.ts';

const REGIONS = ['BR', 'EG', 'other'] as const;

onEngines('what the page shows of a day', (engine) => {
  let day: PublishedDay;
  beforeAll(async () => {
    day = await publishDay(engine);
  });
  const read = <T>(work: (session: Session) => Promise<T>) => readAtOnce(day.store, work);
  const csv = (region: string, name: string) => readCsv(join(day.out, DATE, region, 'latest', `${name}.csv`));
  const overview = (merchants?: readonly string[]) =>
    read((session) => readOverview(session, SETTINGS, { at: instant(MORNING), merchants }));
  const dateOf = (regions: readonly ShownRegion[], region: string): ShownDate =>
    regions.find((one) => one.region === region)!.dates.find(({ date }) => date === DATE)!;
  const merchantsOf = (region: string) =>
    new Set(csv(region, 'orders').map((row) => row['merchant_id']!.replace(/^'(?==)/, '')));

  it('has 35 dates of each region, up to the date there', async () => {
    const { regions, asOf } = await overview();
    expect(asOf).toBe(MORNING);
    expect(regions.map(({ region }) => region)).toEqual([...REGIONS]);
    for (const { dates } of regions) {
      expect(dates.length).toBe(35);
      expect(dates.at(-1)!.date).toBe('2026-11-20');
      expect(dates.filter(({ version }) => version !== null).map(({ date }) => date)).toEqual([DATE]);
      expect(dates.at(-1)!.status).toBe('none');
      expect(dates[0]!.status).toBe('none');
    }
  });

  it('has the outcomes of the run, for all merchants and for each by itself', async () => {
    const { regions } = await overview();
    for (const region of REGIONS) {
      const summary = day.result.summaries.find((one) => one.region === (region === 'other' ? '' : region))!;
      const shown = dateOf(regions, region).outcomes.map(({ paidOrders: _, ...one }) => one);
      expect(shown).toEqual(summary.outcomes);
      const orders = csv(region, 'orders');
      const count = (of: (row: Record<string, string>) => boolean) =>
        orders.filter((row) => row['outcome'] !== 'ORPHAN').filter(of).length;
      expect(dateOf(regions, region).requestedOrders).toBe(count(() => true));
      expect(dateOf(regions, region).paidOrders).toBe(count((row) => row['payments'] !== '0'));
      expect(dateOf(regions, region).matchedOrders).toBe(count((row) => row['outcome'] === 'MATCHED'));
      const parts: ShownDate[] = [];
      for (const merchant of merchantsOf(region))
        parts.push(dateOf((await overview([merchant])).regions, region));
      const sum = (
        dates: readonly ShownDate[],
        of: 'orders' | 'requestedMinor' | 'paidMinor' | 'paidOrders',
      ) => dates.flatMap(({ outcomes }) => outcomes).reduce((total, one) => total + BigInt(one[of]), 0n);
      for (const of of ['orders', 'requestedMinor', 'paidMinor', 'paidOrders'] as const) {
        expect(sum(parts, of)).toBe(sum([dateOf(regions, region)], of));
      }
      expect((await overview([...merchantsOf(region)])).regions.length).toBeGreaterThan(0);
    }
  });

  it('has the differences of amount-mismatches.csv', async () => {
    const { regions } = await overview();
    let all = 0;
    for (const region of REGIONS) {
      const rows = csv(region, 'amount-mismatches');
      const { differences } = dateOf(regions, region);
      expect(differences.reduce((sum, { orders }) => sum + orders, 0)).toBe(rows.length);
      const unknown = rows.filter((row) => row['difference_minor'] === '').length;
      all += unknown;
      expect(differences.reduce((sum, one) => sum + one.unknown, 0)).toBe(unknown);
      const total = rows.reduce((sum, row) => sum + BigInt(row['difference_minor'] || 0), 0n);
      expect(differences.reduce((sum, one) => sum + BigInt(one.differenceMinor ?? 0), 0n)).toBe(total);
    }
    expect(all).toBeGreaterThan(0);
  });

  it('has what was paid for the orders by the currency of each payment, as the manifest, for all merchants and for each', async () => {
    const { regions } = await overview();
    const sumsOf = (dates: readonly ShownDate[]) => {
      const sums: Record<string, bigint> = {};
      for (const { currency, paidMinor } of dates.flatMap(({ paid }) => paid)) {
        const key = currency ?? '';
        sums[key] = (sums[key] ?? 0n) + BigInt(paidMinor);
      }
      return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
    };
    for (const region of REGIONS) {
      const found = await read((session) => scopedVersion(session, SETTINGS, { date: DATE, region }));
      const { manifest } = await read((session) => readDateTotals(session, found!.scope));
      const totals = manifest as ReadonlyArray<{ currency: string | null; paid_minor: string }>;
      const paid = totals.map(({ currency, paid_minor: paidMinor }) => ({ currency, paidMinor }));
      const shown = dateOf(regions, region);
      expect(sumsOf([shown])).toEqual(sumsOf([{ ...shown, paid }]));
      const parts: ShownDate[] = [];
      for (const merchant of merchantsOf(region))
        parts.push(dateOf((await overview([merchant])).regions, region));
      expect(sumsOf(parts)).toEqual(sumsOf([shown]));
    }
    // The order is requested in BRL, and has a payment in each currency.
    expect(sumsOf([dateOf(regions, 'BR')])).toHaveProperty('USD', 200n);
  });

  it('has the open findings of findings.csv by code and age, for all merchants and for each', async () => {
    const { regions } = await overview();
    const groups = (rows: ReadonlyArray<{ code: string; age_bucket: string; findings: number }>) => {
      const counts = new Map<string, number>();
      for (const { code, age_bucket, findings } of rows) {
        const key = `${code} ${age_bucket}`;
        counts.set(key, (counts.get(key) ?? 0) + findings);
      }
      return Object.fromEntries(counts);
    };
    for (const region of REGIONS) {
      const rows = csv(region, 'findings');
      const asCounts = (some: typeof rows) =>
        groups(some.map((row) => ({ code: row['code']!, age_bucket: row['age_bucket']!, findings: 1 })));
      expect(groups(regions.find((one) => one.region === region)!.findings)).toEqual(asCounts(rows));
      const shown = dateOf(regions, region).findings;
      expect(shown.reduce((sum, { orders }) => sum + orders, 0)).toBe(rows.length);
      for (const merchant of merchantsOf(region)) {
        const own = await read((session) =>
          countFindings(session, {
            states: ['open'],
            merchants: [merchant],
            region: region === 'other' ? '' : region,
          }),
        );
        expect(groups(own)).toEqual(
          asCounts(rows.filter((row) => row['merchant_id']!.replace(/^'(?==)/, '') === merchant)),
        );
      }
    }
  });

  it('needs attention if an open finding is of high or critical severity', async () => {
    const severe = ['high', 'critical'];
    const { regions } = await overview();
    for (const region of REGIONS) {
      const needs = csv(region, 'findings').some((row) => severe.includes(row['severity']!));
      expect(dateOf(regions, region).status === 'attention').toBe(needs);
    }
  });

  it.each(REGIONS)('has the rows of both summaries, and they tie: %s', async (region) => {
    const totalsFor = (merchants?: readonly string[]) =>
      read(async (session) => {
        const found = await scopedVersion(session, SETTINGS, { date: DATE, region, merchants });
        return readDateTotals(session, found!.scope);
      });
    const totals = await totalsFor();
    const plain = (rows: ReadonlyArray<Record<string, string>>) =>
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, cell]) => [name, cell.replace(/^'(?=[ =+\-@])/, '')]),
        ),
      );
    expect(totals.orders).toEqual(plain(csv(region, 'daily-summary')));
    expect(totals.payments).toEqual(plain(csv(region, 'payments-summary')));
    expect(totals.ties.filter(({ isEqual }) => !isEqual)).toEqual([]);
    expect(totals.ties.find(({ measure }) => measure === 'orders')!.rows).toBe(
      String(csv(region, 'orders').length),
    );
    for (const merchant of merchantsOf(region)) {
      const own = await totalsFor([merchant]);
      expect(own.orders).toEqual(totals.orders.filter((row) => row['merchant_id'] === merchant));
      expect(own.payments).toEqual(totals.payments.filter((row) => row['merchant_id'] === merchant));
      expect(own.ties.filter(({ isEqual }) => !isEqual)).toEqual([]);
    }
  });

  it('has the sums of the manifest, whose parts by merchant add up to it', async () => {
    const runs = await read((session) => runOf(session, SETTINGS, 1));
    const manifestOf = (merchants?: readonly string[]) =>
      read(async (session) => {
        const totals = await readDateTotals(session, scopeOf(runs, DATE, 'BR', merchants));
        return totals.manifest as Array<Record<string, string | number>>;
      });
    const sum = (rows: ReadonlyArray<Record<string, string | number>>, of: string) =>
      rows.reduce((total, row) => total + BigInt(row[of]!), 0n);
    const parts = [];
    for (const merchant of merchantsOf('BR')) parts.push(...(await manifestOf([merchant])));
    for (const of of ['orders', 'requested_minor', 'paid_minor']) {
      expect(sum(parts, of)).toBe(sum(await manifestOf(), of));
    }
  });

  it('lists the sources and the lines that they rejected, to readers of all merchants only', async () => {
    const sources = await read((session) => pageSources(session, { limit: 1 }));
    expect(sources.rows.length).toBe(1);
    expect(sources.previousCursor).toBeNull();
    const rest = await read((session) => pageSources(session, { limit: 100, after: sources.nextCursor! }));
    const back = await read((session) => pageSources(session, { limit: 1, before: rest.previousCursor! }));
    expect(back.rows).toEqual(sources.rows);
    const all = [...sources.rows, ...rest.rows];
    const rejects = await read((session) => pageRejects(session, { limit: 1000 }));
    expect(rejects.rows.length).toBe(all.reduce((sum, { rejected }) => sum + rejected, 0));
    expect(rejects.rows.some(({ reason, remedy }) => reason === 'not_json' && remedy !== '')).toBe(true);
    expect((await read(readReach)).map(({ region }) => region)).toEqual(['BR', 'EG', 'other']);
    const limited = { limit: 10, merchants: ['M0001'] };
    expect((await read((session) => pageSources(session, limited))).rows).toEqual([]);
    expect((await read((session) => pageRejects(session, limited))).rows).toEqual([]);
  });

  it('is nothing for a reader of no merchant, and for one without orders', async () => {
    for (const merchants of [[], ['nobody']]) {
      for (const { dates, findings } of (await overview(merchants)).regions) {
        expect(
          dates.flatMap(({ outcomes, differences, paid }) => [...outcomes, ...differences, ...paid]),
        ).toEqual([]);
        expect(findings).toEqual([]);
      }
      for (const states of [['open'], ['resolved'], undefined] as const) {
        const filter = { merchants, states };
        expect(await read((session) => countFindings(session, filter))).toEqual([]);
        expect((await read((session) => pageFindings(session, filter, { limit: 9 }))).rows).toEqual([]);
      }
      const [order] = csv('BR', 'orders');
      for (const text of ['ODD00000', order!['order_no']!, order!['trade_no']!])
        expect(await read((session) => findOrders(session, text, { merchants }))).toEqual([]);
      for (const region of REGIONS) {
        const totals = await read(async (session) => {
          const found = await scopedVersion(session, SETTINGS, { date: DATE, region, merchants });
          return readDateTotals(session, found!.scope);
        });
        expect([...totals.orders, ...totals.payments]).toEqual([]);
      }
    }
  });
});
