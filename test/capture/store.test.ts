import { expect, it } from 'vitest';
import { callbackLine, headersJson, type LoggedBody, loggedBody } from '../../src/capture/message-record.ts';
import { storeLog } from '../../src/capture/store-log.ts';
import { now } from '../../src/clock.ts';
import type { Store } from '../../src/database/store.ts';
import { storeInTurn } from '../../src/database/store-in-turn.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Signatures } from '../../src/signatures/signatures.ts';
import { takeBack } from '../books/withdraw/withdrawn-books.ts';
import { run } from '../cli/command.ts';
import { evidence, read, rowCounts, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { CALLBACK, callbackOf, NOON, serveCapture } from './served-capture.ts';

const SETTINGS = parseSettings({});
const HEADERS = { 'X-TIMESTAMP': '2026-11-20T09:00:01-03:00' };

/** Serves an endpoint that writes straight into a store. */
const serve = (store: Store, signatures?: Signatures) =>
  serveCapture({
    signatures,
    openLog: async (onStored) => storeLog(storeInTurn(store), SETTINGS, now, onStored),
  });

const orders = (store: Store) =>
  store.session(({ db }) =>
    db.selectFrom('callbacks').select(['order_no', 'verified', 'ack']).orderBy('order_no').execute(),
  );

const lineOf = (orderNo: string, verified?: boolean) =>
  callbackLine({
    receivedAt: '2026-11-20T12:00:02Z',
    headers: headersJson({ rawHeaders: Object.entries(HEADERS).flat() }),
    body: loggedBody(Buffer.from(callbackOf(orderNo)), false) as LoggedBody,
    ...{ ack: 'SUCCESS', verified },
  });

onEngines('capture into a database', (engine) => {
  it('acknowledges a callback that is kept', async () => {
    const store = await engine.emptied();
    const capture = await serve(store);
    const numbers = Array.from({ length: 30 }, (_, at) => `STORED${String(at).padStart(4, '0')}`);
    const answers = await Promise.all(numbers.map((orderNo) => capture.post(callbackOf(orderNo), HEADERS)));
    for (const answer of answers) expect(await answer.text()).toBe('SUCCESS');
    expect(await orders(store)).toEqual(
      numbers.map((order_no) => ({ order_no, verified: null, ack: 'SUCCESS' })),
    );
    expect(await rowCounts(store)).toMatchObject({ rejects: 0, violations: 0 });
    expect(await capture.metric('payin_recon_capture_records_total')).toBe(30);
  });

  it('keeps in one transaction what comes at once, as a source with a name', async () => {
    const store = await engine.emptied();
    const groups: number[] = [];
    const log = storeLog(
      store,
      SETTINGS,
      () => NOON,
      (lines) => groups.push(lines),
    );
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => log.callbacks.append(lineOf(`ATONCE${1000 + at}`))),
    );
    await log.callbacks.append(lineOf('AFTER00001'));
    await log.close();
    expect(groups).toEqual([50, 1]);
    const sources = await store.session(({ db }) =>
      db.selectFrom('sources').select(['name', 'records', 'accepted']).orderBy('source_id').execute(),
    );
    expect(sources).toEqual([
      { name: 'capture 2026-11-20T12:00:00Z 1', records: '50', accepted: '50' },
      { name: 'capture 2026-11-20T12:00:00Z 2', records: '1', accepted: '1' },
    ]);
  });

  it('keeps what ingest would read from the log, once', async () => {
    const lines = [lineOf('LOGGED0001'), lineOf('LOGGED0002', false), lineOf('LOGGED0001')];
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'callbacks.ndjson', lines.join(''))]);
    const expected = await evidence(store);
    expect(expected['callbacks']).toHaveLength(2);
    await engine.emptied();
    const log = storeLog(
      store,
      SETTINGS,
      () => NOON,
      () => undefined,
    );
    for (const line of lines) await log.callbacks.append(line);
    await log.close();
    expect(await evidence(store)).toEqual(expected);
  });

  it('keeps a callback with a wrong signature with its verdict, and refuses it', async () => {
    const store = await engine.emptied();
    const signatures: Signatures = {
      ...{ signRequest: () => '', signCallback: () => '', verifyRequest: () => false },
      verifyCallback: ({ headers }) => headers['x-signature'] === 'right',
    };
    const capture = await serve(store, signatures);
    expect((await capture.post(callbackOf('FORGED0001'), HEADERS)).status).toBe(401);
    expect(
      (await capture.post(callbackOf('SIGNED0001'), { ...HEADERS, 'X-SIGNATURE': 'right' })).status,
    ).toBe(200);
    expect(await orders(store)).toEqual([
      { order_no: 'FORGED0001', verified: false, ack: 'The signature is not right' },
      { order_no: 'SIGNED0001', verified: true, ack: 'SUCCESS' },
    ]);
  });

  it('refuses a callback that belongs to no order, and counts it once as rejected, however often it comes', async () => {
    const store = await engine.emptied();
    const capture = await serve(store);
    const send = async (body: string, headers = HEADERS) => {
      const answer = await capture.post(body, headers);
      return [answer.status, await answer.text()];
    };
    const nothing = '{"note":"no order"}';
    expect(await send(nothing)).toEqual([422, 'no order number or merchant']);
    const again = { 'X-TIMESTAMP': '2026-11-20T09:05:01-03:00' };
    await Promise.all([send(nothing, again), send(nothing), send(nothing, again)]);
    expect(await rowCounts(store)).toMatchObject({ callbacks: 0, rejects: 1, sources: 1 });
    const noMerchant = CALLBACK.replace('"merchantId":"M0001"', '"merchantId":""');
    expect(await send(noMerchant)).toEqual([422, 'no merchant']);
    expect(await send(callbackOf('x'.repeat(1001)))).toEqual([422, 'no order number']);
    expect(await rowCounts(store)).toMatchObject({ callbacks: 0, rejects: 3, sources: 3 });
    await capture.close();

    const restarted = await serve(store);
    expect((await restarted.post(noMerchant, again)).status).toBe(422);
    expect(await restarted.metric('payin_recon_capture_callbacks_total{result="refused"}')).toBe(1);
    expect((await restarted.post(CALLBACK, HEADERS)).status).toBe(200);
    expect(await rowCounts(store)).toMatchObject({ callbacks: 1, rejects: 3, sources: 4 });
  });

  it('keeps a callback without an order again, once what it was kept in is withdrawn', async () => {
    const store = await engine.emptied();
    const capture = await serve(store);
    const send = () => capture.post('{"note":"no order"}', HEADERS);
    const kept = () => store.session(({ db }) => db.selectFrom('sources').select('name').execute());
    expect((await send()).status).toBe(422);
    const [first] = await kept();
    await takeBack(store, temporaryFolder(), first!.name);
    expect((await send()).status).toBe(422);
    expect((await send()).status).toBe(422);
    expect(await kept()).toHaveLength(2);
  });

  it('does not acknowledge what the database does not keep, and goes on once it does', async () => {
    const opened = await engine.emptied();
    let isAway = true;
    const store: Store = {
      ...opened,
      apart: (work) => (isAway ? Promise.reject(new Error('the server is away')) : opened.apart(work)),
    };
    const capture = await serve(store);
    expect((await capture.post(CALLBACK)).status).toBe(503);
    expect((await fetch(`${capture.url}/healthz`)).status).toBe(503);
    expect(capture.log.join()).toContain('the server is away');
    isAway = false;
    expect((await capture.post(CALLBACK)).status).toBe(200);
    expect((await fetch(`${capture.url}/healthz`)).status).toBe(200);
    expect(await rowCounts(opened)).toMatchObject({ callbacks: 1, sources: 1 });
  });

  it('keeps what waits when it is closed', async () => {
    const store = await engine.emptied();
    const log = storeLog(
      store,
      SETTINGS,
      () => NOON,
      () => undefined,
    );
    const kept = [log.callbacks, log.unverified, log.payIns].map((kind, at) =>
      kind.append(lineOf(`CLOSED000${at}`)),
    );
    expect(log.callbacks.waiting()).toBe(3 * lineOf('CLOSED0000').length);
    expect(log.unverified.waiting() + log.payIns.waiting(), 'it is counted once').toBe(0);
    await log.close();
    await Promise.all(kept);
    expect(await rowCounts(store)).toMatchObject({ callbacks: 3 });
  });
});

it('capture into a database passes nothing on: it is refused where the settings say so', async () => {
  const environment = { PAYIN_RECON_CAPTURE_FORWARD: 'https://service.example' };
  const { code, stderr } = await run(['capture', '--store'], { cwd: temporaryFolder(), environment });
  expect(code).toBe(2);
  expect(stderr).toContain('capture.forward is https://service.example\n');
});
