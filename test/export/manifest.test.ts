import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { runOf, scopeOf } from '../../src/books/run/report-scope.ts';
import { Rollback, transaction } from '../../src/database/store.ts';
import { buildManifest } from '../../src/export/publish/manifest.ts';
import type { WrittenFile } from '../../src/export/publish/version-files.ts';
import { settingsDigest } from '../../src/settings/settings-digest.ts';
import { closedSchema } from '../support/closed-schema.ts';
import { onEngines } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { DATE, MORNING, readCsv, SETTINGS, sha256Of } from './books.ts';
import { type PublishedDay, publishDay } from './simulated-day.ts';

interface Manifest {
  readonly region: string;
  readonly sources: ReadonlyArray<
    Record<'records' | 'accepted' | 'duplicate' | 'rejected' | 'bytes', number>
  > &
    ReadonlyArray<Record<'name' | 'sha256', string>>;
  readonly totals: ReadonlyArray<Record<string, string | number | null>>;
  readonly files: readonly WrittenFile[];
}

type Rows = ReadonlyArray<Record<string, string>>;

/** Money per outcome and currency, summed from orders.csv, and from payments.csv where an order has several. */
function totalsOf(rows: Rows, payments: Rows) {
  const sums = new Map<string, { orders: number; requested: bigint; paid: bigint }>();
  const sumOf = (outcome: string, currency: string) => {
    const key = `${outcome} ${currency}`;
    const sum = sums.get(key) ?? { orders: 0, requested: 0n, paid: 0n };
    sums.set(key, sum);
    return sum;
  };
  for (const row of rows) {
    const requested = sumOf(row['outcome']!, row['currency']!);
    requested.orders += 1;
    requested.requested += BigInt(row['requested_minor'] || 0);
    if (row['payments'] === '0') continue;
    const ofOrder = payments.filter((payment) => keyOf(payment) === keyOf(row));
    if (row['payments'] === '1') {
      sumOf(row['outcome']!, row['paid_currency']!).paid += BigInt(row['paid_minor'] || 0);
      continue;
    }
    expect(ofOrder).toHaveLength(Number(row['payments']));
    for (const payment of ofOrder) {
      sumOf(row['outcome']!, payment['currency']!).paid += BigInt(payment['paid_minor'] || 0);
    }
  }
  return Object.fromEntries(sums);
}

const keyOf = (row: Record<string, string>) => JSON.stringify([row['merchant_id'], row['order_no']]);

onEngines('a manifest', (engine) => {
  let day: PublishedDay;
  beforeAll(async () => {
    day = await publishDay(engine);
  });

  const folderOf = (region: string) => join(day.out, DATE, region, 'latest');
  const textOf = (region: string) => readFileSync(join(folderOf(region), 'manifest.json'), 'utf8');
  const manifestOf = (region: string): Manifest => JSON.parse(textOf(region));
  const regions = ['BR', 'EG', 'other'];

  it.each(regions)('says what the version was made of and with what: %s', (region) => {
    expect(manifestOf(region)).toMatchObject({
      schema: 5,
      date: DATE,
      region,
      version: 1,
      as_of: MORNING,
      profile: 'standard',
      format: 'csv',
      settings_sha256: settingsDigest(SETTINGS),
      program: {
        name: 'payin-recon',
        version: JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
        time_zones: process.versions['tz'],
      },
    });
  });

  it.each(regions)('names every other file with its true size, digest and number of rows: %s', (region) => {
    const folder = folderOf(region);
    const { files } = manifestOf(region);
    const truth = readdirSync(folder)
      .filter((name) => name !== 'manifest.json' && name !== 'datapackage.json')
      .sort()
      .map((name) => {
        const content = readFileSync(join(folder, name));
        return {
          name,
          rows: readCsv(join(folder, name)).length,
          bytes: content.length,
          sha256: sha256Of(content),
        };
      });
    expect([...files].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(truth);
    expect(truth).toHaveLength(PLAIN_REPORTS.length);
  });

  it.each(regions)('is described by its JSON Schema: %s', (region) => {
    const accepts = closedSchema('manifest.schema.json');
    expect(accepts(manifestOf(region)), JSON.stringify(accepts.errors)).toBe(true);
    for (const key of Object.keys(manifestOf(region))) {
      expect(accepts({ ...manifestOf(region), [key]: ['of another type'] }), key).toBe(false);
    }
  });

  it('names every source with its digest, and each record of it in exactly one count', () => {
    const { sources } = manifestOf('BR');
    expect(sources).toHaveLength(5);
    for (const source of sources) {
      const content = readFileSync(source.name);
      const lines = content
        .toString('utf8')
        .split('\n')
        .filter((line) => line.trim() !== '');
      expect(source.sha256).toBe(sha256Of(content));
      expect(source.bytes).toBe(content.length);
      expect(source.records).toBe(lines.length);
      expect(source.accepted + source.duplicate + source.rejected).toBe(source.records);
    }
  });

  it.each(regions)('has the totals that the rows of orders.csv and payments.csv add up to: %s', (region) => {
    const totals = manifestOf(region).totals.map((total) => [
      `${total['outcome']} ${total['currency'] ?? ''}`,
      {
        orders: total['orders'],
        requested: BigInt(total['requested_minor']!),
        paid: BigInt(total['paid_minor']!),
      },
    ]);
    const rowsOf = (name: string) => readCsv(join(folderOf(region), name));
    expect(Object.fromEntries(totals)).toEqual(totalsOf(rowsOf('orders.csv'), rowsOf('payments.csv')));
  });

  it('shows each total in major units of its currency too', () => {
    const total = manifestOf('EG').totals.find(({ currency }) => currency === 'JPY')!;
    expect(total).toMatchObject({ requested_minor: '150', requested_amount: '150' });
    const real = manifestOf('BR').totals.find(({ outcome }) => outcome === 'MATCHED')!;
    expect(real['paid_amount']).toBe(String(real['paid_minor']).replace(/(\d\d)$/, '.$1'));
  });

  it('is the same to the byte when it is made again', async () => {
    const { files } = manifestOf('BR');
    const again = await day.store.session((session) =>
      transaction(session, async () => {
        const scope = scopeOf(await runOf(session, SETTINGS, 1), DATE, 'BR');
        const version = { version: 1, ...SETTINGS.export, files };
        return new Rollback(await buildManifest(session, scope, version));
      }),
    );
    expect(again).toBe(textOf('BR'));
  });
});
