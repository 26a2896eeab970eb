/** Of rows of any kind that come late, sums and adjustments of a closed date have each once, and payouts are their rows. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lines } from '../../ingest/reading.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { RUNS } from '../../support/runs.ts';
import { MONDAY, THURSDAY, TUESDAY } from '../run/reported-books.ts';
import { addsUp, inNoSum, sumOf } from './adds-up.ts';
import { closed, type Row } from './stated-periods.ts';

const LOOKS = ['2026-11-19T06:10:00Z', '2026-11-19T06:40:00Z', '2026-11-19T07:10:00Z'] as const;

const amount = fc.integer({ min: 1, max: 900 });
const row = fc.record({
  /** Which delivery it comes with, the first before the period is closed. */
  delivery: fc.integer({ min: 0, max: LOOKS.length }),
  id: fc.constantFrom('R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7'),
  type: fc.constantFrom('payment', 'payment', 'payment', 'refund', 'chargeback', 'fee', 'other', 'payout'),
  status: fc.constantFrom('paid', 'paid', 'paid', 'failed'),
  order: fc.constantFrom('MONDAY0001', 'MONDAY0001', 'ELSEWHERE1'),
  currency: fc.constantFrom('BRL', 'BRL', 'USD', undefined),
  gross: fc.option(amount, { nil: undefined, freq: 6 }),
  fee: fc.option(
    fc.tuple(fc.constantFrom(1, 1, -1), fc.integer({ min: 0, max: 9 })).map(([sign, fee]) => sign * fee),
    { nil: undefined },
  ),
  net: fc.constantFrom('by-type', 'by-type', 'none', 'otherwise'),
  settledOn: fc.constantFrom(undefined, MONDAY, MONDAY, TUESDAY),
  payout: fc.constantFrom(undefined, 'PO-1', 'PO-1', 'PO-2'),
});

type Stated = Omit<typeof row extends fc.Arbitrary<infer T> ? T : never, 'id'> & { readonly id: string };

const bankRow = fc.record({
  delivery: fc.integer({ min: 0, max: LOOKS.length }),
  id: fc.integer({ min: 1, max: 20 }),
  amount,
  bookedOn: fc.constantFrom(MONDAY, TUESDAY),
  reference: fc.constantFrom('PIX PO-1', 'PO-1-7', 'PO-2', 'PO-1 PO-2', 'TED 12345'),
});

type Booked = typeof bankRow extends fc.Arbitrary<infer T> ? T : never;
type Known = Awaited<ReturnType<typeof addsUp>>;

function bankLine({ id, amount, bookedOn, reference }: Booked): string {
  return JSON.stringify({
    bank: { row_id: `B${id}`, amount, booked_on: bookedOn, currency: 'BRL', reference },
  });
}

/** The line of a row; each is of another minute, so that one of them is the latest. */
function lineOf(
  { id, type, status, order, currency, gross, fee, net, settledOn, payout }: Stated,
  nth: number,
) {
  const sign = type === 'payment' || type === 'other' ? 1 : -1;
  const whole = sign * (gross ?? 0) - (fee ?? 0);
  const nets = { 'by-type': whole, none: undefined, otherwise: whole - 3 };
  const at = `${MONDAY}T1${Math.floor(nth / 60)}:${String(nth % 60).padStart(2, '0')}:00-03:00`;
  return JSON.stringify({
    statement: {
      ...{ row_id: id, type, status, order_no: order, merchant_id: 'M0001', payment_method: 'PIX', currency },
      ...{ gross, fee, net: nets[net], completed_at: at, settled_on: settledOn, payout_id: payout },
    },
  });
}

/** A row that decides nothing: a file without one is refused. */
const FIRST: Stated = {
  ...{ delivery: 0, id: '', type: 'payment', status: 'failed', order: 'ELSEWHERE1', currency: 'BRL' },
  ...{ gross: 1, fee: undefined, net: 'none', settledOn: undefined, payout: undefined },
};

const minor = (one: Row, column: string) => (one[column] === '' ? undefined : Number(one[column]));

/** What a row adds to its payout, by the cells of statement.csv. */
function netOf(one: Row): number | undefined {
  const [gross, net] = [minor(one, 'gross_minor'), minor(one, 'net_minor')];
  const fee = minor(one, 'fee_minor');
  if (net !== undefined) return net;
  switch (one['type']) {
    case 'fee':
      return gross === undefined && fee === undefined ? undefined : -(gross ?? fee ?? 0);
    case 'other':
      return gross === undefined && (fee ?? 0) === 0 ? undefined : (gross ?? 0) - (fee ?? 0);
    case 'payment':
      return gross === undefined ? undefined : gross - (fee ?? 0);
    default:
      return gross === undefined ? undefined : -gross - (fee ?? 0);
  }
}

/** The payouts that rows come to: settled on, identifier, currency, rows, gross, fee and net. */
function payoutsOf(rows: readonly Row[]): string[] {
  const groups = new Map<string, Row[]>();
  for (const one of rows.filter((some) => some['payout_id'] !== '' && some['status'] === 'paid')) {
    const key = `${one['payout_id']} ${one['currency']}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const sum = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? '' : String(known.reduce((total, value) => total + value, 0));
  };
  return [...groups].map(([key, all]) => {
    const parts = all.filter((one) => one['type'] !== 'payout');
    const days = all.map((one) => one['settled_on'] || one['date']!).sort();
    const fees = parts.map((one) =>
      one['type'] === 'fee'
        ? (minor(one, 'gross_minor') ?? minor(one, 'fee_minor') ?? 0)
        : (minor(one, 'fee_minor') ?? 0),
    );
    const own = all.map((one) => {
      const net = minor(one, 'net_minor') ?? minor(one, 'gross_minor');
      return net === undefined ? undefined : Math.abs(net);
    });
    const gross = parts.filter((one) => one['type'] === 'payment').map((one) => minor(one, 'gross_minor'));
    const net = parts.length === 0 ? own : parts.map(netOf);
    return [days.at(-1), key, all.length, sum(gross), sum(fees), sum(net)].join(' ');
  });
}

/** What statements say of Monday's order are the sums of the rows that its sums have. */
function checkOrders({ order, statement }: Known): void {
  const own = statement.filter((one) => one['order_no'] === 'MONDAY0001');
  const others = inNoSum(own);
  const summed = own.filter((one) => !others.includes(one));
  const cells = { stated_minor: 'gross_minor', fee_minor: 'fee_minor', net_minor: 'net_minor' };
  for (const [column, cell] of Object.entries(cells)) {
    const sum = sumOf(summed.map((one) => one[cell]!));
    expect(sumOf(order.map((one) => one[column]!)), column).toBe(sum);
  }
}

/** Payouts are the sums of their rows, and have each bank row once, or it is listed by itself. */
function checkPayouts(paidOut: readonly Row[], statement: readonly Row[], booked: readonly Booked[]): void {
  expect(sumOf(paidOut.map((one) => one['bank_minor']!))).toBe(
    booked.reduce((sum, one) => sum + 100 * one.amount, 0),
  );
  const columns = ['settled_on', 'payout_id', 'currency', 'rows', 'gross_minor', 'fee_minor', 'net_minor'];
  const shown = paidOut
    .filter((one) => one['payout_id'] !== '')
    .map((one) => columns.map((column) => one[column]).join(' '));
  expect(shown.sort()).toEqual(payoutsOf(statement).sort());
}

async function tryWorld(engine: Engine, rows: readonly Stated[], bank: readonly Booked[]): Promise<void> {
  const delivered = (wanted: number) =>
    lines(
      ...rows.flatMap((one, nth) => (one.delivery === wanted ? [lineOf(one, nth)] : [])),
      lineOf({ ...FIRST, id: `FIRST${wanted}` }, 60 + wanted),
    );
  const made = await closed(engine, delivered(0), 'portal.ndjson');
  for (const [index, at] of LOOKS.entries()) {
    await made.read(`late-${index}.ndjson`, delivered(index + 1), at);
    const booked = bank.filter(({ delivery }) => delivery <= index + 1);
    if (booked.length > 0) await made.read(`bank-${index}.ndjson`, lines(...booked.map(bankLine)), at);
    await made.reconcile([TUESDAY, THURSDAY], at);
    const known = await addsUp(made, `after delivery ${index + 1}`);
    checkOrders(known);
    checkPayouts([...known.payout, ...made.rows(TUESDAY, 'payouts')], known.statement, booked);
  }
}

onEngines('rows of statements of a closed date', (engine) => {
  it(
    'are each in a sum of their order or in the adjustments, and payouts are the sums of theirs',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { minLength: 4, maxLength: 16 }),
          fc.uniqueArray(bankRow, { selector: ({ id }) => id }),
          (rows, bank) => tryWorld(engine, rows, bank),
        ),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    (RUNS + 3) * 60_000,
  );
});
