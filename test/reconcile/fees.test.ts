import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sqlPart, sqlParts } from '../../src/database/sql-file.ts';
import { Rollback, type Session, transaction } from '../../src/database/store.ts';
import { statementParameters } from '../../src/reconcile/statement-parameters.ts';
import { OF_CHARGED_ORDERS, PAIRED_ANSWERS, ROWS_APART } from '../../src/reconcile/step-parts.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { ROUNDINGS, type Tariff } from '../../src/settings/statements.ts';
import { onEngines } from '../support/engines.ts';

type Plain = Pick<Tariff, 'percent' | 'fixed' | 'least' | 'most' | 'rounding'>;

/** The fee of an amount in minor units, in whole numbers: percents as millionths of a percent. */
function feeOf(gross: bigint, { percent, fixed, least, most, rounding }: Plain): bigint {
  const [whole, fraction = ''] = percent.split('.');
  const millionths = BigInt(whole! + fraction.padEnd(6, '0'));
  const unit = 100_000_000n;
  const share = gross * millionths;
  const rest = share % unit;
  let minor = share / unit;
  if (rest > 0n && rounding === 'up') minor += 1n;
  if (rounding === 'half-up' && rest * 2n >= unit) minor += 1n;
  if (rounding === 'half-even' && (rest * 2n > unit || (rest * 2n === unit && minor % 2n === 1n)))
    minor += 1n;
  minor += BigInt(fixed);
  if (minor < BigInt(least)) minor = BigInt(least);
  if (most !== undefined && minor > BigInt(most)) minor = BigInt(most);
  return minor;
}

interface Charged {
  readonly gross: bigint;
  readonly method: string | null;
  readonly merchant: string;
  readonly at: string;
  /** BRL if it is left out. */
  readonly currency?: string | null;
}

/** The expected fees of rows; undefined for those without a tariff. */
async function feesOf(
  session: Session,
  fees: readonly object[],
  rows: readonly Charged[],
): Promise<Array<bigint | undefined>> {
  const found = new Map<number, bigint>();
  await transaction(session, async () => {
    for (const [index, { gross, method, merchant, at, currency = 'BRL' }] of rows.entries())
      await sql`
        insert into work_rows (order_no, logged_at, digest, is_known, merchant_id, region, type, status, payment_method,
          currency, gross_minor, stated_at, source_id, line)
        values (${String(index)}, ${at}::timestamptz, gen_random_uuid(), false, ${merchant}, 'BR', 'payment', 'paid',
          ${method}, ${currency}, ${gross.toString()}::bigint, ${at}::timestamptz, 1, ${index})`.execute(
        session.db,
      );
    const parameters = {
      ...statementParameters(parseSettings({ fees })),
      ...{ ...ROWS_APART, ...OF_CHARGED_ORDERS, fence: sql`offset 0` },
      ...{ as_of: '2026-11-20T00:00:00Z', last_source: 1 },
    };
    const parts = sqlParts([PAIRED_ANSWERS, 'reconcile/choose/expected_fees.sql'], parameters);
    await sqlPart('reconcile/choose/fees.sql', { ...parameters, ...parts }).execute(session.db);
    const results = await session.db
      .selectFrom('work_fees')
      .select(['order_no', 'expected_fee_minor'])
      .execute();
    for (const one of results) found.set(Number(one.order_no), BigInt(one.expected_fee_minor));
    throw new Rollback(undefined);
  }).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return rows.map((_, index) => found.get(index));
}

const NOON = '2026-11-19T15:00:00Z';
const plain: fc.Arbitrary<Plain> = fc
  .record({
    percent: fc
      .tuple(
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom('', '.5', '.25', '.99', '.333333', '.000001', '.05'),
      )
      .map(([whole, rest]) => `${whole}${rest}`),
    fixed: fc.constantFrom(0, 1, 250),
    least: fc.constantFrom(0, 0, 100),
    most: fc.constantFrom(undefined, 100, 5000),
    rounding: fc.constantFrom(...ROUNDINGS),
  })
  .map(({ most, ...rest }) => (most === undefined ? rest : { ...rest, most }) as Plain);
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 1000n }),
  fc.bigInt({ min: 0n, max: 10_000_000n }),
  fc.constant(4_000_000_000_000_000_000n),
);

onEngines('the fees of tariffs', (engine) => {
  it('are exact, however they are rounded', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      const property = fc.asyncProperty(
        plain,
        fc.array(amount, { minLength: 1 }),
        async (tariff, grosses) => {
          const rows = grosses.map((gross) => ({ gross, method: null, merchant: '', at: NOON }));
          const fees = await feesOf(session, [{ region: 'BR', from: '2026-01-01', ...tariff }], rows);
          expect(fees).toEqual(grosses.map((gross) => feeOf(gross, tariff)));
        },
      );
      await fc.assert(property, { numRuns: 60 });
    });
  });

  it('are rounded at the half as the tariff says, and are none beyond what is stored', async () => {
    const most = 9_223_372_036_854_775_807n;
    const halves = [1n, 2n, 3n, 4n, 5n];
    const cases: ReadonlyArray<readonly [tariff: object, grosses: readonly bigint[], fees: unknown[]]> = [
      [{ percent: '50', rounding: 'half-even' }, halves, [0n, 1n, 2n, 2n, 2n]],
      [{ percent: '50', rounding: 'half-up' }, halves, [1n, 1n, 2n, 2n, 3n]],
      [{ percent: '50', rounding: 'up' }, halves, [1n, 1n, 2n, 2n, 3n]],
      [{ percent: '50', rounding: 'down' }, halves, [0n, 1n, 1n, 2n, 2n]],
      [{ percent: '100', rounding: 'down' }, [most - 1n, most], [most - 1n, most]],
      [{ percent: '100', rounding: 'down', fixed: 1 }, [most - 1n, most], [most, undefined]],
    ];
    const store = await engine.emptied();
    await store.session(async (session) => {
      for (const [tariff, grosses, fees] of cases) {
        const rows = grosses.map((gross) => ({ gross, method: null, merchant: '', at: NOON }));
        expect(await feesOf(session, [{ region: 'BR', from: '2026-01-01', ...tariff }], rows)).toEqual(fees);
      }
    });
  });

  it('are those of the tariff of the merchant, then of the method, then of the currency, that began last', async () => {
    const store = await engine.emptied();
    const fixed = (minor: number, more: object) => ({
      ...{ region: 'BR', from: '2026-01-01', fixed: minor, rounding: 'down' },
      ...more,
    });
    const fees = [
      fixed(1, {}),
      fixed(2, { from: '2026-11-19T12:00:00-03:00' }),
      fixed(3, { method: 'PIX' }),
      fixed(4, { merchant: 'M0002' }),
      fixed(5, { merchant: 'M0002', method: 'PIX' }),
      fixed(6, { region: 'EG' }),
      fixed(7, { method: 'BOLETO', from: '2026-11-19' }),
      fixed(8, { currency: 'EUR' }),
      fixed(9, { currency: 'USD' }),
      fixed(10, { merchant: 'M0003', currency: 'USD' }),
    ];
    const row = (method: string | null, merchant: string, at: string, currency?: string | null) => ({
      ...{ gross: 100n, method, merchant, at },
      ...(currency === undefined ? {} : { currency }),
    });
    await store.session(async (session) => {
      expect(
        await feesOf(session, fees, [
          row('CARD', 'M0001', '2026-11-19T14:59:59.999999Z'),
          row('CARD', 'M0001', NOON),
          row('PIX', 'M0001', NOON),
          row('CARD', 'M0002', NOON),
          row('PIX', 'M0002', NOON),
          row(null, 'M0001', '2025-12-31T12:00:00Z'),
          row('BOLETO', '', '2026-11-19T03:00:00Z'),
          row('BOLETO', '', '2026-11-19T02:59:59Z'),
          row('CARD', 'M0001', NOON, 'USD'),
          row('CARD', 'M0001', NOON, 'EUR'),
          row('CARD', 'M0001', NOON, null),
          row('PIX', 'M0001', NOON, 'USD'),
          row('CARD', 'M0003', NOON, 'USD'),
          row('CARD', 'M0003', NOON),
        ]),
      ).toEqual([1n, 2n, 3n, 4n, 5n, undefined, 7n, 1n, 9n, 8n, 2n, 3n, 10n, 2n]);
    });
  });
});
