/** Money by the day on which it was paid: the sums are those of the published payments-summary.csv files. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { type Total, totalPaid } from '../../../src/books/total/total.ts';
import { totalCsv, totalJson, totalText } from '../../../src/books/total/total-forms.ts';
import type { Store } from '../../../src/database/store.ts';
import { PROFILES } from '../../../src/export/profile.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant, readCsv } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine, type RecordChoice } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SETTINGS = parseSettings({ statuses: { reversed: ['REFUNDED'] } });
const DATES = ['2026-11-19', '2026-11-20'];
const REGIONS = ['BR', 'EG', ''];

function paid(orderNo: string, day: string, choice: RecordChoice = {}): string[] {
  const record = { orderNo, tradeNo: `T${orderNo}`, ...choice };
  return [payInLine(record), callbackOn(day, record)];
}

function callbackOn(day: string, record: RecordChoice): string {
  return callbackLine({ at: `${day}T13:06:02Z`, ...record }).replace(
    /"transactionTime":"[^"]*"/,
    `"transactionTime":"${day}T10:06:00-03:00"`,
  );
}

const EGYPT = { merchantId: 'M0002', currency: 'EGP', method: 'FAWRY' };
const LINES = [
  ...paid('ORDER00001', '2026-11-19'),
  ...paid('ORDER00002', '2026-11-20', { amount: '12345' }),
  // Twice, by two trades, on two days.
  ...paid('ORDER00003', '2026-11-19', { amount: '500' }),
  callbackOn('2026-11-20', { orderNo: 'ORDER00003', tradeNo: 'TWICE', amount: '500' }),
  // A payment that was given back counts in what was paid, and is told.
  ...paid('ORDER00004', '2026-11-19', { amount: '700' }),
  callbackOn('2026-11-20', {
    orderNo: 'ORDER00004',
    tradeNo: 'TORDER00004',
    amount: '700',
    status: 'REFUNDED',
  }),
  // Centavos of centavos: no sum has it, and it is counted.
  payInLine({ orderNo: 'ORDER00005', tradeNo: 'T5' }),
  callbackOn('2026-11-19', { orderNo: 'ORDER00005', tradeNo: 'T5', amount: '200.5' }),
  ...paid('ORDER00006', '2026-11-19', { ...EGYPT, amount: '150.50' }),
  ...paid('ORDER00007', '2026-11-20', { ...EGYPT, method: 'WALLET', amount: '9007199254740993' }),
  ...paid('ORDER00008', '2026-11-19', { ...EGYPT, currency: 'USD', amount: '5' }),
];

async function reconciled(store: Store, asOf: string, folder: string, dates = DATES) {
  const at = instant(asOf);
  return reconcileDates(store, SETTINGS, { dates, asOf: at, startedAt: at, out: join(folder, 'out') });
}

async function feed(store: Store, folder: string, name: string, lines: readonly string[], at: string) {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  await ingest(store, SETTINGS, { paths: [path], readAt: instant(at) });
}

function total(store: Store, more = {}): Promise<Total> {
  return store.session((session) =>
    totalPaid(session, { dates: DATES, regions: REGIONS, withFormer: true, ...more }),
  );
}

/** Sums of the newest payments-summary.csv of every date and region, by day, region, method and currency. */
function published(folder: string, merchant?: string): Record<string, string> {
  const sums = new Map<string, [number, bigint, number]>();
  for (const date of DATES) {
    for (const region of ['BR', 'EG', 'other']) {
      const path = join(folder, 'out', date, region, 'latest/payments-summary.csv');
      for (const row of existsSync(path) ? readCsv(path) : []) {
        if (merchant !== undefined && row['merchant_id'] !== merchant) continue;
        const key = [row['paid_date'], row['region'], row['payment_method'], row['currency']].join(' ');
        const [payments, minor, unreadable] = sums.get(key) ?? [0, 0n, 0];
        sums.set(key, [
          payments + Number(row['payments']),
          minor + BigInt(row['paid_minor']!),
          unreadable + Number(row['unreadable']),
        ]);
      }
    }
  }
  return Object.fromEntries([...sums].map(([key, sum]) => [key, sum.join(' ')]));
}

function summed({ days }: Total): Record<string, string> {
  return Object.fromEntries(
    days.map((day) => [
      [day.paidDate, day.region, day.paymentMethod, day.currency].join(' '),
      [day.payments, day.paidMinor, day.unreadable].join(' '),
    ]),
  );
}

onEngines('total', (engine) => {
  it('is the sum of payments-summary.csv of the dates; what is unreadable is counted', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    expect(totalText(await total(store))).toBe('Nothing was reconciled yet.');
    await feed(store, folder, 'day.ndjson', LINES, '2026-11-21T12:00:00Z');
    const result = await reconciled(store, '2026-11-21T12:00:00Z', folder);

    const all = await total(store);
    expect(summed(all)).toEqual(published(folder));
    expect(summed(all)).toEqual({
      '2026-11-19 BR PIX BRL': '4 21200 1',
      '2026-11-19 EG FAWRY EGP': '1 15050 0',
      '2026-11-19 EG FAWRY USD': '1 500 0',
      '2026-11-20 BR PIX BRL': '2 12845 0',
      '2026-11-20 EG WALLET EGP': '1 900719925474099300 0',
    });
    expect(all.currencies).toEqual([
      { currency: 'BRL', orders: 6, payments: 6, paidMinor: '34045', refundedMinor: '700', unreadable: 1 },
      {
        currency: 'EGP',
        orders: 2,
        payments: 2,
        paidMinor: '900719925474114350',
        refundedMinor: '0',
        unreadable: 0,
      },
      { currency: 'USD', orders: 1, payments: 1, paidMinor: '500', refundedMinor: '0', unreadable: 0 },
    ]);
    expect(summed(await total(store, { merchants: ['M0002'] }))).toEqual(published(folder, 'M0002'));
    expect(Object.keys(summed(await total(store, { paymentMethod: 'WALLET' })))).toEqual([
      '2026-11-20 EG WALLET EGP',
    ]);
    const onlyBrazil = await total(store, { regions: ['BR'], withFormer: false });
    expect(onlyBrazil.days.map(({ region }) => region)).toEqual(['BR', 'BR']);

    // The run's summary shows the same money by the same day, beside that of the orders.
    const text = reconcileText(result, { workingDirectory: folder });
    expect(text).toMatch(/^Business date +Region +Outcome /m);
    expect(text).toMatch(/^Paid date +Region +Method +Currency +Orders +Paid +Refunded +Unreadable\n/m);
    expect(text).toMatch(/^2026-11-19 +BR +PIX +BRL +4 +212\.00 +7\.00 +1$/m);
  });

  it('is a table, CSV and JSON that say the same', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    await feed(store, folder, 'day.ndjson', LINES, '2026-11-21T12:00:00Z');
    await reconciled(store, '2026-11-20T12:00:00Z', folder, ['2026-11-19']);
    const all = await total(store);
    expect(all.notPublished).toEqual(['2026-11-20']);
    expect(totalText(all)).toMatch(
      /^Paid on 2026-11-19 to 2026-11-20, as of 2026-11-20T12:00:00Z\n\nPaid date .*\n\nCurrency +Orders/s,
    );
    expect(totalText(all)).toContain('Not reconciled yet: 2026-11-20.');
    const path = join(folder, 'total.csv');
    writeFileSync(path, totalCsv(all, PROFILES.standard));
    expect(readCsv(path)[0]).toEqual({
      paid_date: '2026-11-19',
      region: 'BR',
      payment_method: 'PIX',
      currency: 'BRL',
      orders: '4',
      payments: '4',
      paid_minor: '21200',
      paid_amount: '212.00',
      refunded_minor: '0',
      refunded_amount: '0.00',
      unreadable: '1',
      version: '1',
    });
    expect(totalJson(all)).toMatchObject({
      as_of: '2026-11-20T12:00:00Z',
      from: '2026-11-19',
      to: '2026-11-20',
      not_published: ['2026-11-20'],
      days: [{ region: 'BR', paid_minor: '21200', paid_amount: '212.00', version: 1 }, {}, {}],
    });
  });

  it('stays with what was published of a period that is closed', async () => {
    const store = await engine.open();
    const folder = temporaryFolder();
    await feed(store, folder, 'day.ndjson', LINES, '2026-11-21T12:00:00Z');
    await reconciled(store, '2026-11-21T12:00:00Z', folder);
    const before = await total(store);
    const at = instant('2026-11-22T12:00:00Z');
    const closing = { through: '2026-11-20', regions: ['BR', 'EG'], who: 'ana', reason: 'booked', at };
    await closePeriod(store, SETTINGS, { ...closing, force: true });
    await feed(store, folder, 'late.ndjson', paid('ORDER00009', '2026-11-19'), '2026-11-22T13:00:00Z');
    await reconciled(store, '2026-11-22T14:00:00Z', folder, ['2026-11-21']);
    const after = await total(store);
    expect(summed(after)).toEqual(summed(before));
    expect(summed(after)).toEqual(published(folder));
    expect(totalJson(before)).not.toHaveProperty('adjusted');
    expect(totalJson(after)).toMatchObject({
      adjusted: [{ currency: 'BRL', payments: 1, paid_minor: '20000', paid_amount: '200.00' }],
    });
    expect(totalText(after)).toContain('in adjustments.csv and not in these sums: BRL +200.00 (+1 payment).');
  });
});
