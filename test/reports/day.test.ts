import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runOf, scopeOf } from '../../src/books/run/report-scope.ts';
import { Rollback, transaction } from '../../src/database/store.ts';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { DATE, readCsv, SETTINGS } from '../export/books.ts';
import { type PublishedDay, publishDay } from '../export/simulated-day.ts';
import { onEngines } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';

type Row = Readonly<Record<string, string>>;

const NAMES = PLAIN_REPORTS.map(({ name }) => name);
const OUTCOMES = 'matched mismatch reversed stuck pending expired rejected failed orphan'.split(' ');
const REGIONS = ['BR', 'EG', 'other'] as const;

onEngines('the reports of a day', (engine) => {
  let day: PublishedDay;
  beforeAll(async () => {
    day = await publishDay(engine);
  });
  const rowsOf = (region: string, name: string) =>
    readCsv(join(day.out, DATE, region, 'latest', `${name}.csv`));

  // What shows changes only is tested where there are any: test/books/run/restate.test.ts, close-period.test.ts.
  const shown = PLAIN_REPORTS.filter(({ name, unfold }) => unfold === undefined && name !== 'adjustments');
  it.each(shown)('select whatever their columns are made from: $name', async (report) => {
    const wanted = report.columns.flatMap((column) =>
      [column.from ?? column.name, column.currency, column.region].filter((name) => name !== undefined),
    );
    const rows = await day.store.session((session) =>
      transaction(session, async () => {
        const scope = scopeOf(await runOf(session, SETTINGS, 1), DATE, 'BR');
        const query = session.db
          .selectFrom(report.select(session.db, scope).as('r'))
          .select(wanted as never[]);
        return new Rollback((await query.execute()) as Row[]);
      }),
    );
    expect(rows.length).toBe(rowsOf('BR', report.name).length);
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each(PLAIN_REPORTS.filter(({ columns }) => columns.some(({ name }) => name === 'merchant_id')))(
    'show only the rows of one merchant where one is named: $name',
    async (report) => {
      const rows = await day.store.session((session) =>
        transaction(session, async () => {
          const scope = scopeOf(await runOf(session, SETTINGS, 1), DATE, 'BR', ['M0001']);
          return new Rollback((await report.select(session.db, scope).execute()) as Row[]);
        }),
      );
      const all = rowsOf('BR', report.name).filter((row) => row['merchant_id'] === 'M0001');
      expect(rows.length).toBe(all.length);
      expect(new Set(rows.map((row) => row['merchant_id']))).toEqual(
        new Set(all.map((row) => row['merchant_id'])),
      );
    },
  );

  describe.each(REGIONS)('of region %s', (region) => {
    it.each(NAMES)('stand in the order of the bytes of merchant, order and the rest: %s.csv', (name) => {
      const rows = rowsOf(region, name);
      expect([...rows].sort(bytewise)).toEqual(rows);
    });

    it('name the date and the region in every row', () => {
      const own = region === 'other' ? '' : region;
      for (const name of ['orders', 'amount-mismatches', 'orphan-callbacks', 'daily-summary']) {
        for (const row of rowsOf(region, name))
          expect(row).toMatchObject({ business_date: DATE, region: own });
      }
      for (const name of ['payments', 'payments-summary']) {
        for (const row of rowsOf(region, name)) expect(row).toMatchObject({ paid_date: DATE, region: own });
      }
    });

    it('put every order in exactly one outcome, once, with known findings in their order', () => {
      const orders = rowsOf(region, 'orders');
      const codes = RULES.map(({ code }) => code);
      expect(new Set(orders.map(keyOf)).size).toBe(orders.length);
      for (const order of orders) {
        expect(OUTCOMES).toContain(order['outcome']!.toLowerCase());
        const found = order['findings']!.split(' ').filter((code) => code !== '');
        expect([...new Set(found)].sort()).toEqual(found);
        for (const code of found) expect(codes).toContain(code);
      }
    });

    it('tie: daily-summary.csv is orders.csv added up', () => {
      const groups = groupBy(rowsOf(region, 'orders'), (order) => [
        order['merchant_id']!,
        order['sub_merchant_id']!,
        order['payment_method']!,
        summedCurrency(order),
      ]);
      expect(groupsOf(rowsOf(region, 'daily-summary'))).toEqual(
        new Map([...groups].map(([key, orders]) => [key, dailySums(orders)])),
      );
    });

    it('tie: payments-summary.csv is payments.csv added up', () => {
      const groups = groupBy(rowsOf(region, 'payments'), groupKey);
      const expected = [...groups].map(([key, payments]) => [
        key,
        {
          payments: String(payments.length),
          paid_minor: String(sumOf(payments, 'paid_minor')),
          unreadable: String(payments.filter((payment) => payment['paid_minor'] === '').length),
        },
      ]);
      expect(groupsOf(rowsOf(region, 'payments-summary'))).toEqual(new Map(expected as never));
    });

    it('tie: roll-forward.csv has requested what orders.csv has, per currency', () => {
      const requested = rowsOf(region, 'orders').filter(({ outcome }) => outcome !== 'ORPHAN');
      const groups = groupBy(requested, ({ currency }) => [currency!]);
      const rolled = rowsOf(region, 'roll-forward').map((row) => [
        JSON.stringify([row['currency']]),
        [row['requested_orders'], row['requested_minor'], row['requested_unreadable']],
      ]);
      const expected = [...groups].map(([key, orders]) => [
        key,
        [
          orders.length,
          sumOf(orders, 'requested_minor'),
          orders.filter((order) => order['requested_minor'] === '').length,
        ].map(String),
      ]);
      expect(new Map(rolled as never)).toEqual(new Map(expected as never));
    });

    it('tie: mismatches, orphans, stuck orders and findings are those that orders.csv names', () => {
      const orders = rowsOf(region, 'orders');
      const having = (...codes: string[]) =>
        orders.filter(({ findings }) => codes.some((code) => findings!.split(' ').includes(code))).map(keyOf);
      expect(rowsOf(region, 'amount-mismatches').map(keyOf)).toEqual(
        having('AMOUNT_MISMATCH', 'CURRENCY_MISMATCH', 'AMOUNT_UNREADABLE'),
      );
      expect(new Set(rowsOf(region, 'orphan-callbacks').map(keyOf))).toEqual(
        new Set(orders.filter(({ outcome }) => outcome === 'ORPHAN').map(keyOf)),
      );
      expect(rowsOf(region, 'stuck-orders').map(keyOf)).toEqual(
        orders.filter(({ outcome }) => outcome === 'STUCK').map(keyOf),
      );
      const named = orders.flatMap((order) =>
        order['findings']!.split(' ')
          .filter(Boolean)
          .map((code) => `${keyOf(order)} ${code}`),
      );
      expect(
        rowsOf(region, 'findings')
          .map((row) => `${keyOf(row)} ${row['code']}`)
          .sort(),
      ).toEqual(named.sort());
    });

    it('tie: the sums over outcomes are the sums over orders, by currency', () => {
      const summary = day.result.summaries.find(
        (found) => found.region === (region === 'other' ? '' : region),
      )!;
      const orders = rowsOf(region, 'orders');
      const currencies = new Set(summary.outcomes.map(({ currency }) => currency ?? ''));
      expect(currencies).toEqual(new Set(orders.map(({ currency }) => currency)));
      for (const currency of currencies) {
        const ofCurrency = orders.filter((order) => order['currency'] === currency);
        const outcomes = summary.outcomes.filter((total) => (total.currency ?? '') === currency);
        const total = (of: (one: (typeof outcomes)[number]) => string | number) =>
          outcomes.reduce((sum, one) => sum + BigInt(of(one)), 0n);
        expect(total((one) => one.orders)).toBe(BigInt(ofCurrency.length));
        expect(total((one) => one.requestedMinor)).toBe(sumOf(ofCurrency, 'requested_minor'));
        expect(total((one) => one.paidMinor)).toBe(
          sumOf(
            ofCurrency.filter((order) => order['paid_currency'] === currency),
            'paid_minor',
          ),
        );
      }
    });

    it('show as difference what was paid less what was asked for, where both are known', () => {
      for (const order of rowsOf(region, 'orders')) {
        const { requested_minor: requested, paid_minor: paid, difference_minor: difference } = order;
        const comparable = requested !== '' && paid !== '' && order['currency'] === order['paid_currency'];
        // Without a pay-in record nothing was asked for.
        const expected =
          comparable && order['outcome'] !== 'ORPHAN' ? String(BigInt(paid!) - BigInt(requested!)) : '';
        expect(difference, keyOf(order)).toBe(expected);
      }
    });
  });
});

/** Merchant, order, then the other columns in their order, as bytes; the apostrophe of a guarded cell aside. */
function bytewise(a: Row, b: Row): number {
  const first = ['merchant_id', 'order_no'].filter((name) => name in a);
  const names = [...first, ...Object.keys(a).filter((name) => !first.includes(name))];
  for (const name of names) {
    const order = Buffer.compare(unguarded(a[name]!), unguarded(b[name]!));
    if (order !== 0) return order;
  }
  return 0;
}

function unguarded(cell: string): Buffer {
  return Buffer.from(/^'(?: *[=+\-@]|[\t\r\n\0])/.test(cell) ? cell.slice(1) : cell);
}

function keyOf(row: Row): string {
  return `${row['merchant_id']} ${row['order_no']}`;
}

function sumOf(rows: readonly Row[], column: string): bigint {
  return rows.reduce((sum, row) => sum + BigInt(row[column] || 0), 0n);
}

/** Of the request; of an orphan, of its payment. */
function summedCurrency(order: Row): string {
  return (order['outcome'] === 'ORPHAN' ? order['paid_currency'] : order['currency'])!;
}

const GROUP = ['merchant_id', 'sub_merchant_id', 'payment_method', 'currency'];

function groupKey(row: Row): string[] {
  return GROUP.map((name) => row[name]!);
}

function groupBy(rows: readonly Row[], key: (row: Row) => string[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = JSON.stringify(key(row));
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

/** A summary's rows by their group, without what names date, region and group, and without major units. */
function groupsOf(rows: readonly Row[]): Map<string, Row> {
  return new Map(
    rows.map((row) => {
      const counted = Object.entries(row).filter(
        ([name]) => ![...GROUP, 'region'].includes(name) && !/_(date|amount)$/.test(name),
      );
      return [JSON.stringify(groupKey(row)), Object.fromEntries(counted)];
    }),
  );
}

function dailySums(orders: readonly Row[]): Row {
  const paid = orders.filter((order) => order['payments'] !== '0');
  const inCurrency = paid.filter((order) => order['paid_currency'] === summedCurrency(order));
  const unreadable = orders.filter(
    (order) =>
      (order['outcome'] !== 'ORPHAN' && order['requested_minor'] === '') ||
      (order['payments'] !== '0' && order['paid_minor'] === ''),
  );
  return {
    orders: String(orders.length),
    requested_minor: String(sumOf(orders, 'requested_minor')),
    paid_orders: String(paid.length),
    paid_minor: String(sumOf(inCurrency, 'paid_minor')),
    difference_minor: String(sumOf(orders, 'difference_minor')),
    other_currency: String(paid.length - inCurrency.length),
    unreadable: String(unreadable.length),
    ...Object.fromEntries(
      OUTCOMES.map((name) => [
        name,
        String(orders.filter(({ outcome }) => outcome === name.toUpperCase()).length),
      ]),
    ),
  };
}
