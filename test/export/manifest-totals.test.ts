/** A manifest's totals: orders by outcome and currency, and every payment of theirs in its own currency. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import type { Store } from '../../src/database/store.ts';
import { closedSchema } from '../support/closed-schema.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DATE, feed, LATE_CALLBACK, MORNING, NOON, publish, readCsv, SETTINGS } from './books.ts';

const paid = (orderNo: string, tradeNo: string, amount: string, currency = 'BRL') =>
  callbackLine({ orderNo, tradeNo, amount, currency });
const asked = (orderNo: string, tradeNo: string) => payInLine({ orderNo, tradeNo });

/** Orders paid in two currencies, twice in one, once; one of whose payments cannot be read; and an unpaid one. */
const EVIDENCE = [
  asked('TWOMONEYS1', 'A1'),
  ...[paid('TWOMONEYS1', 'A1', '20000'), paid('TWOMONEYS1', 'A2', '7000', 'USD')],
  asked('TWICE00001', 'B1'),
  ...[paid('TWICE00001', 'B1', '20000'), paid('TWICE00001', 'B2', '20000')],
  ...[asked('ONCE000001', 'C1'), paid('ONCE000001', 'C1', '20000')],
  asked('UNREADABLE', 'D1'),
  ...[paid('UNREADABLE', 'D1', '20000'), paid('UNREADABLE', 'D2', '100.5')],
  payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2', amount: '12345' }),
];

interface Total {
  readonly outcome: string;
  readonly currency: string;
  readonly orders: number;
  readonly requested_minor: string;
  readonly paid_minor: string;
  readonly paid_amount: string;
}

const manifestOf = (out: string, version = 'v1'): { schema: number; totals: Total[] } =>
  JSON.parse(readFileSync(join(out, DATE, 'BR', version, 'manifest.json'), 'utf8'));
const textsOf = ({ totals }: { totals: readonly Total[] }) =>
  totals.map(
    ({ outcome, currency, orders, requested_minor, paid_minor, paid_amount }) =>
      `${outcome} ${currency}: ${orders} of ${requested_minor}, paid ${paid_minor} (${paid_amount})`,
  );

async function published(store: Store): Promise<string> {
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  await publish(store, out, MORNING, { region: 'BR' });
  return out;
}

const deviations = async (store: Store, out: string) =>
  deviationsOf(await verify(store, SETTINGS, { dates: [DATE], out }));

onEngines("a manifest's totals", (engine) => {
  it('have every payment that can be read, in its own currency', async () => {
    const store = await engine.emptied();
    const out = await published(store);
    const manifest = manifestOf(out);
    expect(manifest.schema).toBe(5);
    expect(textsOf(manifest)).toEqual([
      'MATCHED BRL: 1 of 20000, paid 20000 (200.00)',
      'MISMATCH BRL: 3 of 60000, paid 80000 (800.00)',
      'MISMATCH USD: 0 of 0, paid 7000 (70.00)',
      'STUCK BRL: 1 of 12345, paid 0 (0.00)',
    ]);
    const sums = new Map<string, bigint>();
    for (const row of readCsv(join(out, DATE, 'BR/v1/payments.csv'))) {
      const key = `${row['outcome']} ${row['currency']}`;
      sums.set(key, (sums.get(key) ?? 0n) + BigInt(row['paid_minor'] || 0));
    }
    const totals = manifest.totals.filter(({ paid_minor }) => paid_minor !== '0');
    expect(totals.map(({ outcome, currency, paid_minor }) => [`${outcome} ${currency}`, paid_minor])).toEqual(
      [...sums].map(([key, sum]) => [key, String(sum)]).sort(),
    );
    expect(await deviations(store, out)).toEqual([]);
  });

  it('of a version of an earlier program stay as they were, and the next version has its own', async () => {
    const store = await engine.emptied();
    const out = await published(store);
    // As that program kept it: with its schema, and what it wrote in the folder.
    await store.session(({ db }) => sql`update versions set schema = 1`.execute(db));
    rmSync(join(out, DATE), { recursive: true });
    await publish(store, out, MORNING, { region: 'BR' });
    const first = manifestOf(out);
    expect(first.schema).toBe(1);
    expect(closedSchema('manifest.schema.json')(first)).toBe(true);
    expect(textsOf(first)).toEqual([
      'MATCHED BRL: 1 of 20000, paid 20000 (200.00)',
      'MISMATCH BRL: 3 of 60000, paid 60000 (600.00)',
      'STUCK BRL: 1 of 12345, paid 0 (0.00)',
    ]);
    expect(await deviations(store, out)).toEqual([]);
    await feed(store, join(out, '../logs/late.ndjson'), [LATE_CALLBACK]);
    await publish(store, out, NOON, { region: 'BR' });
    expect(manifestOf(out, 'v1')).toEqual(first);
    expect(manifestOf(out, 'v2').schema).toBe(5);
    expect(textsOf(manifestOf(out, 'v2'))).toContain('MISMATCH BRL: 4 of 72345, paid 92300 (923.00)');
    expect(await deviations(store, out)).toEqual([]);
  });
});
