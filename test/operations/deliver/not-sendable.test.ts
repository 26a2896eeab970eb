/** Versions that wait and cannot be sent, or not any more, beside others that can. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { failedTexts } from '../../../src/operations/deliver/ship-text.ts';
import { mailReceiver } from '../../alerts/receivers.ts';
import { DATE } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings, publishedStore, restate, shipAfter } from './deliveries.ts';
import { filesOf } from './servers.ts';

type Input = Readonly<Record<string, unknown>>;

onEngines('a version that waits', (engine) => {
  let store: Store;
  let published: { readonly folder: string; readonly out: string };
  beforeEach(async () => {
    store = await engine.emptied();
    published = await publishedStore(store);
  });

  it('is not sent once the settings do not take it any more, and is again once they do', async () => {
    const folder = join(temporaryFolder(), 'share');
    const shipBy = async (seconds: number, more: Input) => {
      const own = { name: 'share', kind: 'folder', folder, reports: ['orders'], ...more };
      const [shipped] = await shipAfter(store, deliverySettings(published.out, [own]), seconds);
      return [shipped!.sent, shipped!.waiting].map((versions) => versions.map(({ region }) => region));
    };
    expect(await shipBy(0, {})).toEqual([[], ['BR', 'EG']]);
    mkdirSync(folder);
    expect(await shipBy(100, { since: '2026-11-20' })).toEqual([[], []]);
    expect(await shipBy(200, { regions: ['BR'] })).toEqual([['BR'], []]);
    expect(filesOf(folder).filter((path) => path.startsWith('EG'))).toEqual([]);
    expect(await shipBy(300, { since: DATE })).toEqual([['EG'], []]);
    expect(await shipBy(400, {})).toEqual([[], []]);
  });

  it('is not tried where the address could not be read for the one before it', async () => {
    const people = { from: 'recon@shop.example', to: ['ana@shop.example'] };
    const own = { name: 'finance', kind: 'email', urlFile: '/no/such/file', ...people, reports: ['orders'] };
    const [shipped] = await shipAfter(store, deliverySettings(published.out, [own]), 0);
    expect(shipped!.failed.map(({ region, error }) => [region, /\/no\/such\/file/.test(error)])).toEqual([
      ['BR', true],
    ]);
    expect(shipped!.waiting.map(({ region }) => region)).toEqual(['BR', 'EG']);
  });

  it('does not hold up others where it is too large for its mail', async () => {
    const { url, mails } = await mailReceiver();
    const mail = {
      name: 'finance',
      kind: 'email',
      url,
      from: 'recon@shop.example',
      to: ['ana@shop.example'],
    };
    const most = { ...mail, reports: ['orders'], maxBytes: 100 };
    const [shipped] = await shipAfter(store, deliverySettings(published.out, [most]), 0);
    expect(shipped!.failed.map(({ region }) => region)).toEqual(['BR', 'EG']);
    expect(mails).toEqual([]);
  });

  it('is mailed once to each recipient, and fails until none is refused', async () => {
    const later = new Set(['late@shop.example']);
    const rejects = Object.assign(new Error('greylisted: late@shop.example'), { responseCode: 450 });
    const reached: string[] = [];
    const { url, mails } = await mailReceiver({
      onRcptTo: ({ address }, _session, done) => {
        if (later.has(address)) return done(rejects);
        reached.push(address);
        return done();
      },
    });
    const mail = {
      name: 'finance',
      kind: 'email',
      url,
      from: 'Recon <recon@shop.example>',
      reports: ['orders'],
    };
    const to = ['Ana <Ana@shop.example>', 'late@shop.example'];
    const shipAt = async (seconds: number) => {
      const settings = deliverySettings(published.out, [{ ...mail, to, regions: ['BR'] }]);
      const shipped = await shipAfter(store, settings, seconds);
      return { shipped: shipped[0]!, failures: failedTexts(shipped) };
    };
    const listed = () => store.session(({ db }) => db.selectFrom('delivered_files').select('name').execute());
    const first = await shipAt(0);
    expect(first.shipped).toMatchObject({ sent: [], waiting: [{ attempts: 1 }] });
    const why = /: refused for late@shop\.example \(SMTP 450\); sent to the other recipients/;
    expect(first.failures).toEqual([expect.stringMatching(why)]);
    expect(await listed()).toEqual([{ name: 'Ana@shop.example' }]);
    // All who are left are refused.
    expect((await shipAt(100)).failures).toEqual([expect.stringMatching(why)]);
    expect(await listed()).toEqual([{ name: 'Ana@shop.example' }]);
    later.clear();
    expect(await shipAt(1000)).toMatchObject({ shipped: { sent: [{ version: 1 }] }, failures: [] });
    expect(reached).toEqual(['Ana@shop.example', 'late@shop.example']);
    expect(mails.map(({ messageId }) => messageId)).toEqual([mails[0]!.messageId, mails[0]!.messageId]);
    expect(await listed()).toEqual([]);
  });

  it('counts as sent once a recipient who is refused is taken out of the settings', async () => {
    const { url, mails } = await mailReceiver({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('gone') ? new Error('no such user') : null),
    });
    const mail = { name: 'm', kind: 'email', url, from: 'recon@shop.example', reports: ['orders'] };
    const shipTo = async (to: readonly string[], seconds: number) => {
      const [shipped] = await shipAfter(store, deliverySettings(published.out, [{ ...mail, to }]), seconds);
      return [shipped!.sent, shipped!.failed].map((versions) => versions.map(({ region }) => region));
    };
    const left = ['ana@shop.example', 'eva@shop.example'];
    expect(await shipTo([...left, 'gone@shop.example'], 0)).toEqual([[], ['BR', 'EG']]);
    expect(await shipTo(left, 1000)).toEqual([['BR', 'EG'], []]);
    expect(mails).toHaveLength(2);
  });

  it('is given up where its date was purged and its files have to be made', async () => {
    const folder = join(temporaryFolder(), 'share');
    const own = { name: 'share', kind: 'folder', folder, reports: ['orders'], regions: ['BR'] };
    const settings = deliverySettings(published.out, [{ ...own, merchants: ['M0001'] }]);
    expect(await shipAfter(store, settings, 0)).toMatchObject([{ failed: [{ region: 'BR' }] }]);
    await store.session(({ db }) =>
      db.insertInto('purged_dates').values({ date: DATE, region: 'BR', entry: '1' }).execute(),
    );
    mkdirSync(folder);
    expect(await shipAfter(store, settings, 600)).toMatchObject([{ sent: [], failed: [], waiting: [] }]);
    expect(filesOf(folder)).toEqual([]);
  });

  it('is not due before its files are in their place, and meanwhile the one before it is', async () => {
    const folder = temporaryFolder();
    await restate(store, published);
    const setPlaced = (placed: boolean) =>
      store.session(({ db }) =>
        db.updateTable('versions').set({ placed }).where('version', '=', 2).execute(),
      );
    const template = '{date}-{region}-{report}.{format}';
    const own = { kind: 'folder', reports: ['orders'], regions: ['BR'] };
    const settings = deliverySettings(published.out, [
      { name: 'all', folder: join(folder, 'all'), ...own },
      { name: 'newest', folder: join(folder, 'newest'), ...own, template },
    ]);
    for (const name of ['all', 'newest']) mkdirSync(join(folder, name));
    const shipped = async (seconds: number) =>
      (await shipAfter(store, settings, seconds)).map(({ sent, waiting }) => [
        ...[...sent, ...waiting].map(({ version }) => version),
      ]);
    await setPlaced(false);
    expect(await shipped(0)).toEqual([[1], [1]]);
    await setPlaced(true);
    expect(await shipped(600)).toEqual([[2], [2]]);
  });

  it('is never due where its date was purged before', async () => {
    const folder = temporaryFolder();
    await store.session(({ db }) =>
      db.insertInto('purged_dates').values({ date: DATE, region: 'BR', entry: '1' }).execute(),
    );
    const own = { name: 'share', kind: 'folder', folder, reports: ['orders'] };
    expect(await shipAfter(store, deliverySettings(published.out, [own]), 0)).toMatchObject([
      { sent: [{ region: 'EG' }], failed: [], waiting: [] },
    ]);
    const listed = await store.session(({ db }) => db.selectFrom('deliveries').select('region').execute());
    expect(listed).toEqual([{ region: 'EG' }]);
  });
});
