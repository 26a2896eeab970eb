import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { duckdb } from '../../support/duckdb.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { bytesBelow, DATE, instant, MORNING, SETTINGS, states } from '../books.ts';
import { type PublishedDay, publishDay } from '../simulated-day.ts';

const REGIONS = ['BR', 'EG', 'other'];

onEngines('a version of Parquet files', (engine) => {
  let day: PublishedDay;
  const publishParquet = () => {
    const at = instant(MORNING);
    const settings = parseSettings({ export: { format: 'parquet' } });
    return reconcileDates(day.store, settings, { dates: [DATE], asOf: at, startedAt: at, out: day.out });
  };
  beforeAll(async () => {
    day = await publishDay(engine);
    await publishParquet();
  });
  const folderOf = (region: string, version: string) => join(day.out, DATE, region, version);
  const csvOf = (region: string, name: string) =>
    `read_csv('${folderOf(region, 'v1')}/${name}.csv', all_varchar = true)`;
  const parquetOf = (region: string, name: string) => `'${folderOf(region, 'v2')}/${name}.parquet'`;

  it('has a file for each report', () => {
    for (const region of REGIONS) {
      const names = readdirSync(folderOf(region, 'v2')).filter((name) => name.endsWith('.parquet'));
      expect(names).toEqual(PLAIN_REPORTS.map(({ name }) => `${name}.parquet`).sort());
    }
  });

  it.each(PLAIN_REPORTS)('has the rows of the CSV: $name', async ({ name, columns }) => {
    for (const region of REGIONS) {
      // As the CSV writes them, without its apostrophe against formulas.
      const cells = columns.map(({ name: column, kind }) => {
        if (kind === 'utc')
          return `strftime(${column} at time zone 'UTC', '%Y-%m-%dT%H:%M:%SZ') as ${column}`;
        return kind === 'amount' || kind === 'percent' ? column : `${column}::varchar as ${column}`;
      });
      const plain = columns.map(({ name: column, kind }) =>
        kind === 'amount' || kind === 'percent'
          ? `${column}::decimal(${kind === 'amount' ? '23, 4' : '5, 2'}) as ${column}`
          : `case when regexp_matches(${column}, '^''( *[=+@-]|[\\t\\r])') then ${column}[2:] else ${column} end as ${column}`,
      );
      const [typed, texts] = await Promise.all([
        duckdb(`select ${cells} from ${parquetOf(region, name)}`),
        duckdb(`select ${plain} from ${csvOf(region, name)}`),
      ]);
      expect(typed.map(asText), `${region} ${name}`).toEqual(texts.map(asText));
    }
  });

  it('has as many trade numbers as the CSV, and all of them are texts', async () => {
    const numbers = (file: string) => duckdb(`select count(distinct trade_no) as numbers from ${file}`);
    for (const region of REGIONS) {
      expect(await numbers(parquetOf(region, 'orders'))).toEqual(await numbers(csvOf(region, 'orders')));
    }
    const [{ numbers: distinct }] = (await numbers(parquetOf('BR', 'orders'))) as [{ numbers: bigint }];
    expect(distinct).toBeGreaterThan(100n);
  });

  it('has the money of the manifest', async () => {
    const { totals } = JSON.parse(readFileSync(join(folderOf('EG', 'v2'), 'manifest.json'), 'utf8'));
    const sum = (key: string, scale = 0) =>
      totals.reduce((all: bigint, total: Record<string, string>) => all + unscaled(total[key]!, scale), 0n);
    const [sums] = await duckdb(
      `select sum(paid_minor)::varchar as paid, sum(requested_minor)::varchar as requested,
         sum(paid_amount)::varchar as amount from ${parquetOf('EG', 'orders')}`,
    );
    expect(sum('paid_minor')).toBeGreaterThan(0n);
    expect(sums).toEqual({
      paid: String(sum('paid_minor')),
      requested: String(sum('requested_minor')),
      amount: expect.stringMatching(/\.\d{4}$/),
    });
    expect(unscaled(sums!['amount'] as string, 4)).toBe(sum('paid_amount', 4));
  });

  it('is verified, unchanged the next time, and written again byte for byte', async () => {
    const deviations = async () =>
      deviationsOf(await verify(day.store, SETTINGS, { dates: [DATE], out: day.out }));
    expect(await deviations()).toEqual([]);
    const before = bytesBelow(day.out);
    expect(states(await publishParquet())).toMatchObject({ BR: 'v2 unchanged' });
    rmSync(folderOf('BR', 'v2'), { recursive: true });
    expect(states(await publishParquet())).toMatchObject({ BR: 'v2 restored' });
    expect(bytesBelow(day.out)).toEqual(before);
    const path = join(folderOf('BR', 'v2'), 'orders.parquet');
    const bytes = readFileSync(path);
    bytes[1000]! ^= 1;
    writeFileSync(path, bytes);
    const found = await deviations();
    expect(found.map(({ where, what }) => [where, what])).toContainEqual([
      `${DATE}/BR/v2/orders.parquet`,
      'byte 1000',
    ]);
    rmSync(folderOf('BR', 'v2'), { recursive: true });
    await publishParquet();
  });
});

function asText(row: Record<string, unknown>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
  );
}

/** `1.5` with four decimals as 15000. */
function unscaled(text: string, scale: number): bigint {
  const [whole, decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(scale, '0'));
}
