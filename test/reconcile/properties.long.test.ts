import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines } from '../support/engines.ts';
import { RUNS } from '../support/runs.ts';
import { type Ground, groundOf } from './facts.ts';
import { type CsvRow, readCsv } from './scenario.ts';
import { shuffledInto, WORLD_DATES, WORLD_END, world, worldTime } from './world.ts';

const SETTINGS = parseSettings({ statuses: { failed: ['FAILED'], reversed: ['REFUNDED'] } });
const OUTCOME_COLUMNS = [
  'matched',
  'mismatch',
  'reversed',
  'stuck',
  'pending',
  'expired',
  'rejected',
  'failed',
  'orphan',
];

onEngines('in any small world', (engine) => {
  let ground: Ground;
  beforeAll(async () => {
    ground = groundOf(await engine.open(), SETTINGS);
  });
  afterAll(() => ground.leave());

  const holds = <T extends unknown[]>(property: fc.IAsyncPropertyWithHooks<T>) =>
    fc.assert(
      property.beforeEach(() => ground.clear()),
      { numRuns: RUNS },
    );

  it('order and number of ingests do not change a byte of the facts, source and line aside', () =>
    holds(
      fc.asyncProperty(
        world.chain((lines) => fc.tuple(fc.constant(lines), shuffledInto(lines))),
        async ([lines, files]) => {
          await ground.read(lines);
          await ground.reconcile();
          const facts = ground.facts();
          await ground.clear();
          await ground.read(...files);
          await ground.reconcile();
          expect(ground.facts()).toEqual(facts);
        },
      ),
    ));

  it('every order has one outcome, and sums over outcomes are sums over orders', () =>
    holds(
      fc.asyncProperty(world, async (lines) => {
        await ground.read(lines);
        await ground.reconcile();
        const orders = rowsOf(ground, 'orders');
        expect(new Set(orders.map(keyOf)).size).toBe(orders.length);
        for (const key of requestedKeys(lines)) expect(orders.map(keyOf)).toContain(key);
        const summary = rowsOf(ground, 'daily-summary');
        for (const column of OUTCOME_COLUMNS) {
          const judged = orders.filter((row) => row['outcome'] === column.toUpperCase());
          expect(sumOf(summary, column), column).toBe(BigInt(judged.length));
        }
        expect(sumOf(summary, 'orders')).toBe(BigInt(orders.length));
        for (const column of ['requested_minor', 'difference_minor'])
          expect(sumOf(summary, column), column).toBe(sumOf(orders, column));
        const payments = rowsOf(ground, 'payments');
        expect(sumOf(rowsOf(ground, 'payments-summary'), 'paid_minor')).toBe(sumOf(payments, 'paid_minor'));
        expect(sumOf(orders, 'payments')).toBe(BigInt(payments.length));
      }),
    ));

  it('what was reconciled once publishes nothing new, read again or not', () =>
    holds(
      fc.asyncProperty(world, async (lines) => {
        await ground.read(lines);
        await ground.reconcile();
        await ground.read(lines.toReversed());
        const again = await ground.reconcile();
        expect([...new Set(again.publications.map(({ state }) => state))]).toEqual(['unchanged']);
      }),
    ));

  it('a later as-of loses no order, but an orphan that is found to be another', () =>
    holds(
      fc.asyncProperty(world, fc.nat({ max: 30 * 3600 }), async (lines, seconds) => {
        await ground.read(lines);
        await ground.reconcile({ asOf: worldTime(seconds) });
        const before = rowsOf(ground, 'orders');
        await ground.reconcile();
        const after = rowsOf(ground, 'orders');
        const lost = before.filter((row) => !after.some((other) => keyOf(other) === keyOf(row)));
        for (const row of lost) expect(row['outcome']).toBe('ORPHAN');
        const found = after.filter((row) => row['findings']!.split(' ').includes('KEY_MISMATCH'));
        if (lost.length > 0) expect(found).not.toEqual([]);
      }),
    ));

  it('one region at a time shows what all at once show', () =>
    holds(
      fc.asyncProperty(
        world,
        fc.shuffledSubarray(['BR', 'EG', 'other'], { minLength: 3 }),
        async (lines, regions) => {
          await ground.read(lines);
          await ground.reconcile();
          const facts = ground.facts();
          await ground.clear();
          await ground.read(lines);
          for (const region of regions) await ground.reconcile({ region });
          expect(ground.facts()).toEqual(facts);
        },
      ),
    ));

  it('one date at a time, in any order, shows what all at once show', () =>
    holds(
      fc.asyncProperty(
        world,
        fc.shuffledSubarray([...WORLD_DATES], { minLength: 3 }),
        async (lines, dates) => {
          await ground.read(lines);
          await ground.reconcile();
          const facts = ground.facts();
          await ground.clear();
          await ground.read(lines);
          for (const date of dates) await ground.reconcile({ dates: [date] });
          expect(ground.facts()).toEqual(facts);
        },
      ),
    ));

  it('evidence that comes later changes what was published into what it would have been', () =>
    holds(
      fc.asyncProperty(
        world.chain((lines) => fc.tuple(shuffledInto(lines), fc.constant(lines))),
        fc.nat({ max: 30 * 3600 }),
        async ([files, lines], seconds) => {
          await ground.read(lines);
          await ground.reconcile();
          const facts = ground.facts();
          await ground.clear();
          for (const [index, file] of files.entries()) {
            await ground.read(file);
            await ground.reconcile({ asOf: index === 0 ? worldTime(seconds) : WORLD_END });
          }
          await ground.reconcile();
          expect(ground.facts()).toEqual(facts);
        },
      ),
    ));
});

describe('a world', () => {
  it('has orders of every kind among its lines', () => {
    const lines = fc.sample(world, { numRuns: 50, seed: 1 }).flat();
    expect(lines.some((line) => line.includes('"request"'))).toBe(true);
    expect(lines.some((line) => line.includes('"ack":"FAIL"'))).toBe(true);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});

function rowsOf(ground: Ground, report: string): CsvRow[] {
  return Object.entries(ground.facts())
    .filter(([file]) => file.endsWith(`/${report}.csv`))
    .flatMap(([, text]) => readCsv(text.replaceAll('\n', '\r\n')));
}

function keyOf(row: CsvRow): string {
  return `${row['order_no']} of ${row['merchant_id']}`;
}

function sumOf(rows: readonly CsvRow[], column: string): bigint {
  return rows.reduce((sum, row) => sum + BigInt(row[column] || '0'), 0n);
}

function requestedKeys(lines: readonly string[]): Set<string> {
  const bodies = lines.map((line) => JSON.parse(line).request?.body).filter((body) => body !== undefined);
  return new Set(bodies.map((body) => `${body.orderNo} of ${body.merchant.merchantId}`));
}
