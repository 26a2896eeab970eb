/** Delays of payments, of orders with one and of an order with many, on records that are put into the tables as they are. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addSeconds, formatInstant } from '../../src/normalise/instant.ts';
import { onEngines } from '../support/engines.ts';
import { judged, settingsOf } from './judged.ts';
import { putRows, putSource } from './put-rows.ts';
import { instantOf } from './run-scenario.ts';

const CREATED = '2026-11-01T09:00:00Z';
const after = (seconds: number) => formatInstant(addSeconds(instantOf(CREATED), seconds));

/** So many seconds after it was created an order is paid, and so many later the callback comes: what is kept of both. */
const DELAYS: ReadonlyArray<readonly [seconds: number, kept: number]> = [
  [-5, 0],
  [0, 0],
  [1, 1],
  [119, 119],
  [120, 120],
  [124, 120],
  [599, 595],
  [600, 600],
  [629, 600],
  [3599, 3570],
  [3600, 3600],
  [3899, 3600],
  [86_399, 86_100],
  [86_400, 86_400],
  [93_599, 90_000],
];
const HOUR = 3600;
/** The hour in São Paulo, so many seconds after the order was created. */
const localHour = (seconds: number) =>
  new Date(Date.parse(CREATED) + (seconds - 3 * HOUR) * 1000).getUTCHours();

interface Paid {
  readonly trade_no: string | null;
  readonly completed_at: string | null;
  readonly received_at: string;
  readonly completed_impossible?: boolean;
  /** Hour in São Paulo, delay until the payment and until the callback, after expiry and late; null: it has none. */
  readonly kept: string | null;
}

const PAYMENTS: readonly Paid[] = [
  ...DELAYS.map(([seconds, kept], index) => ({
    trade_no: `T${index}`,
    completed_at: after(seconds),
    received_at: after(2 * seconds),
    kept: [localHour(seconds), kept, kept, seconds > HOUR ? 't t' : 'f f'].join(' '),
  })),
  { trade_no: null, completed_at: null, received_at: after(60), kept: null },
  {
    trade_no: 'TIMPOSSIBLE',
    completed_at: after(70),
    received_at: after(60),
    completed_impossible: true,
    kept: null,
  },
];

const request = (order_no: string, more: object = {}) => ({
  order_no,
  ...{ requested_at: CREATED, created_at: CREATED, expires_at: after(HOUR), response_code: '00' },
  ...more,
});
const call = ({ kept: _kept, ...payment }: Paid, order_no: string, more: object = {}) => ({
  ...{ order_no, currency: 'BRL', amount_minor: 1, amount_text: '1', ...payment, ...more },
});

onEngines('delays of payments', (engine) => {
  it('are cut to steps, whether an order has one payment or many', async () => {
    const store = await engine.emptied();
    const elsewhere = { region: '' };
    const orders = PAYMENTS.map((payment, index) => ({
      payment,
      order_no: `ONCE${String(index).padStart(2, '0')}`,
    }));
    const payIns = [
      ...orders.map(({ order_no }) => request(order_no)),
      request('MANY'),
      request('ELSEWHERE', elsewhere),
    ];
    const callbacks = [
      ...orders.map(({ order_no, payment }) => call(payment, order_no)),
      ...PAYMENTS.map((payment) => call(payment, 'MANY')),
      ...PAYMENTS.slice(2, 4).map((payment) => call(payment, 'ELSEWHERE', elsewhere)),
      ...PAYMENTS.slice(2, 4).map((payment) => call(payment, 'NOREQUEST')),
    ];
    await store.session(async (session) => {
      const records = payIns.length + callbacks.length;
      await putSource(session, { records, accepted: records });
      await putRows(session, 'pay_ins', payIns);
      await putRows(session, 'callbacks', callbacks);
      await judged(session, settingsOf(1));
      const { rows } = await sql<{ order_no: string; payment: string }>`
        select order_no, concat_ws(' ', trade_no || ':', paid_date, paid_hour, payment_delay_seconds,
          callback_delay_seconds, after_expiry, late) as payment
        from payment_results order by order_no, received_at, trade_no`.execute(session.db);
      const of = (order: string) =>
        rows.filter(({ order_no }) => order_no === order).map(({ payment }) => payment);
      const shown = ({ trade_no, kept, completed_at, received_at }: Paid) => {
        const date = (kept === null ? received_at : completed_at!).slice(0, 10);
        return [...(trade_no === null ? [] : [`${trade_no}:`]), date, ...(kept === null ? [] : [kept])].join(
          ' ',
        );
      };
      for (const { order_no, payment } of orders) expect(of(order_no), order_no).toEqual([shown(payment)]);
      expect(of('MANY').toSorted()).toEqual(PAYMENTS.map(shown).toSorted());
      expect(of('ELSEWHERE')).toEqual(['T2: 2026-11-01 9 1 1 f f', 'T3: 2026-11-01 9 119 119 f f']);
      expect(of('NOREQUEST')).toEqual(['T2: 2026-11-01 6 1 f', 'T3: 2026-11-01 6 119 f']);
    });
  });
});
