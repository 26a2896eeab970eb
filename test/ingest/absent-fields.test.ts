import { expect, it } from 'vitest';
import { readStories } from '../../src/books/order/read-story.ts';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../src/database/store.ts';
import { ingestText } from '../../src/ingest/ingest-text.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { instantOf } from '../reconcile/run-scenario.ts';
import { onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { lines, read, write } from './reading.ts';

const DATE = '2026-11-19';
const AT = instantOf('2026-11-20T12:00:00Z');

/** Orders without payer and purpose, without a payer only, without a response, and one that has all. */
function records(): string {
  const parsed = ['ORDER00001', 'ORDER00002', 'ORDER00003', 'ORDER00004'].map((orderNo) =>
    JSON.parse(payInLine({ orderNo, tradeNo: `T${orderNo}` })),
  );
  for (const record of parsed) record.response.body.channel.paymentUrl = 'https://pay.example';
  delete parsed[0].request.body.payer;
  delete parsed[0].request.body.purpose;
  delete parsed[1].request.body.payer;
  delete parsed[2].response;
  return lines(...parsed.map((record) => JSON.stringify(record)));
}

async function found(store: Store, raw: SettingsInput): Promise<Record<string, string>> {
  const settings = parseSettings(raw);
  await reconcileDates(store, settings, { dates: [DATE], asOf: AT, startedAt: AT, out: temporaryFolder() });
  const rows = await store.session(({ db }) =>
    db
      .selectFrom('order_results')
      .select(['order_no', 'findings'])
      .where('until_run', 'is', null)
      .orderBy('order_no')
      .execute(),
  );
  return Object.fromEntries(rows.map(({ order_no, findings }) => [order_no, findings]));
}

onEngines('the setting absent', (engine) => {
  it('holds from the next run on for what is stored already, and can be taken back', async () => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', records())]);
    const violated = 'CONTRACT_VIOLATION STUCK_PROCESSING';
    const all = {
      ORDER00001: violated,
      ORDER00002: violated,
      ORDER00003: 'NO_RESPONSE STUCK_PROCESSING',
      ORDER00004: 'STUCK_PROCESSING',
    };
    expect(await found(store, {})).toEqual(all);
    expect(await found(store, { absent: ['request.body.payer'] })).toEqual({
      ...all,
      ORDER00002: 'STUCK_PROCESSING',
    });
    const spelled = { ...all, ORDER00003: 'STUCK_PROCESSING' };
    expect(await found(store, { responses: 'absent' })).toEqual(spelled);
    expect(await found(store, { absent: ['response'] })).toEqual(spelled);
    expect(
      await found(store, { absent: ['Request.Body.Payer', 'request.body.purpose', 'response'] }),
    ).toEqual(Object.fromEntries(Object.keys(all).map((orderNo) => [orderNo, 'STUCK_PROCESSING'])));
    expect(await found(store, {})).toEqual(all);
  });

  it('leaves what it names out of the story of an order', async () => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', records())]);
    const broken = async (raw: SettingsInput) => {
      const [story] = await store.session((session) =>
        readStories(session, parseSettings(raw), 'ORDER00001', undefined),
      );
      return story!.events.flatMap((event) => (event.kind === 'request' ? event.brokenRules : []));
    };
    expect((await broken({})).map(({ field }) => field)).toEqual([
      'request.body.payer',
      'request.body.purpose',
    ]);
    expect((await broken({ absent: ['request.body.payer'] })).map(({ field }) => field)).toEqual([
      'request.body.purpose',
    ]);
  });

  it('is warned of where a field comes all the same', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.ndjson', records());
    const settings = parseSettings({ absent: ['request.body.payer', 'receivedAt'] });
    const results = await read(store, [path], { settings });
    expect(results[0]!.unexpectedFields).toEqual({ 'request.body.payer': 2 });
    expect(ingestText(results)).toContain(
      'Warning: 2 records with request.body.payer, which the setting absent names.',
    );
    expect((await read(store, [path]))[0]!.unexpectedFields).toBeUndefined();
  });

  it('is proposed by a dry run that sees a field nowhere', async () => {
    const store = await engine.emptied();
    const record = JSON.parse(records().split('\n')[1]!);
    const three = lines(
      ...['1', '2', '3'].map((digit) => JSON.stringify(record).replaceAll('ORDER00002', `ORDER0000${digit}`)),
    );
    const results = await read(store, [write(temporaryFolder(), 'a.ndjson', three)], { dryRun: true });
    expect(results[0]!.sample!.absent).toEqual(['request.body.payer']);
    expect(ingestText(results)).toContain(
      '  In no record: request.body.payer. If the store never keeps them, say so in the settings:\n    absent: [request.body.payer]',
    );
  });
});
