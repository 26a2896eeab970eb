import { withdraw } from '../../../src/books/withdraw/withdraw.ts';
import type { Store } from '../../../src/database/store.ts';
import { readSources, type SourceRead } from '../../../src/ingest/read-sources.ts';
import type { Progress } from '../../../src/progress.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings, SettingsInput } from '../../../src/settings/schema.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, READ_AT } from '../reading.ts';

type Source = NonNullable<SettingsInput['sources']>[number];

/** Settings with one source, that reads a query; what is not named is that of a table of callbacks in JSON. */
export function querySettings(url: string, source: Partial<Source> = {}): Settings {
  const of = {
    name: 'callbacks',
    databaseUrl: url,
    query: 'select received_at as "receivedAt", headers, body, updated_at from callbacks',
    watermark: 'updated_at',
    ...source,
  };
  return parseSettings({ sources: [of] });
}

/** Reads all sources of the settings. */
export async function readAll(store: Store, settings: Settings, progress?: Progress): Promise<SourceRead[]> {
  const request = { readAt: READ_AT, workingDirectory: '.', progress };
  return [...(await readSources(store, settings, request)).sources];
}

/** What one source came to, as `records = accepted + duplicate + rejected`, or the code of why it was not read. */
export async function readOnce(store: Store, settings: Settings): Promise<string> {
  const [source] = await readAll(store, settings);
  return source!.faults[0]?.code ?? source!.results.map(counts).join();
}

/** Takes out what was read of the query of the settings. */
export async function withdrawQuery(store: Store, settings: Settings): Promise<void> {
  const source = `query:${settings.sources[0]!.name}`;
  const why = { who: 'ana', reason: 'it is read otherwise now', at: READ_AT, asOf: READ_AT };
  await withdraw(store, settings, { source, ...why, out: temporaryFolder() });
}

export const CALLBACKS = `
  create table callbacks (received_at timestamptz, headers jsonb, body jsonb, updated_at timestamptz default now())`;

/** A statement that adds callbacks, each the body of a paid PIX order, its order number given. */
export function addCallbacks(orders: readonly string[], updatedAt = 'now()'): string {
  const rows = orders.map((orderNo) => {
    const body = {
      orderNo,
      tradeNo: `T-${orderNo}`,
      merchantId: 'M0001',
      paymentMethod: 'PIX',
      transactionTime: '2026-11-19T10:06:00-03:00',
      status: 'SUCCESS',
      money: { currency: 'BRL', amount: 20_000 },
    };
    return `('2026-11-19 13:06:02.5Z', '{}', '${JSON.stringify(body)}', ${updatedAt})`;
  });
  return `insert into callbacks (received_at, headers, body, updated_at) values ${rows.join(', ')}`;
}
