import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/append-log/disk.ts';
import { DISK } from '../../src/append-log/disk.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { CALLBACK, callbackOf, heldDisk, NOON, serveCapture, turns } from './served-capture.ts';

const LOG = 'callbacks-2026-11-20-12.ndjson';

describe('a callback', () => {
  it('is answered with the plain string SUCCESS and nothing else', async () => {
    const capture = await serveCapture();
    const answer = await capture.post(CALLBACK);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(answer.headers.get('content-length')).toBe('7');
    expect(await answer.text()).toBe('SUCCESS');
  });

  it('is logged with its headers, its time and the digest of its exact bytes', async () => {
    const capture = await serveCapture({ at: () => ({ ...NOON, micros: 125_000 }) });
    const sent = CALLBACK.replace(',"status"', ',\r\n "status"');
    await capture.post(sent, { 'X-TIMESTAMP': '2026-11-20T09:00:01-03:00', Authorization: 'Bearer x' });
    const [record, ...others] = capture.records('callbacks');
    expect(others).toEqual([]);
    expect(record).toEqual({
      receivedAt: '2026-11-20T12:00:00.125000Z',
      headers: expect.objectContaining({ 'X-TIMESTAMP': '2026-11-20T09:00:01-03:00' }),
      body: JSON.parse(CALLBACK),
      ack: 'SUCCESS',
      bodySha256: createHash('sha256').update(sent).digest('hex'),
      lineBreaks: { lf: [expect.any(Number)], cr: [expect.any(Number)] },
    });
    expect(JSON.stringify(record)).not.toContain('Bearer');
  });

  it('is taken on any path, with any type of content', async () => {
    const capture = await serveCapture();
    for (const path of ['/', '/a/b?c=d', '/v2.0/transaction/pay-in', '/%F0%9F%98%80']) {
      const answer = await capture.post(CALLBACK, { 'Content-Type': 'text/plain' }, path);
      expect(await answer.text(), path).toBe('SUCCESS');
    }
    expect(capture.records('callbacks')).toHaveLength(4);
    expect(Object.entries(capture.records('callbacks')[0]!.headers)).toContainEqual([
      expect.stringMatching(/^content-type$/i),
      'text/plain',
    ]);
  });

  it('is acknowledged only after it is synced', async () => {
    const disk = heldDisk();
    const capture = await serveCapture({ disk, at: () => NOON });
    let answered: string | undefined;
    const posted = capture.post(CALLBACK).then(async (answer) => {
      answered = await answer.text();
    });
    await disk.until(1);
    // It is written, but not synced.
    expect(readFileSync(join(capture.folder, LOG), 'utf8')).toContain('ORDER00001');
    await turns();
    expect(answered).toBeUndefined();
    disk.release();
    await posted;
    expect(answered).toBe('SUCCESS');
  });

  it('waits for no sync of its own where many come at once', async () => {
    const disk = heldDisk();
    const capture = await serveCapture({ disk, at: () => NOON });
    const order = (at: number) => callbackOf(`ORDER${String(at).padStart(5, '0')}`);
    const posted = [capture.post(order(0))];
    await disk.until(1);
    const length = await capture.metric('payin_recon_capture_waiting_bytes');
    for (let at = 1; at < 100; at += 1) posted.push(capture.post(order(at)));
    while ((await capture.metric('payin_recon_capture_waiting_bytes')) < 100 * length) await turns();
    disk.release();
    for (const answer of await Promise.all(posted)) expect(await answer.text()).toBe('SUCCESS');
    expect(disk.syncs()).toBe(2);
    const orders = capture.records('callbacks').map(({ body }) => body['orderNo']);
    expect(new Set(orders).size).toBe(100);
    expect(orders).toHaveLength(100);
  });

  it('keeps the payer only if the settings say so', async () => {
    const sent = CALLBACK.replace('"status"', '"payer":{"name":"Ana Silva"},"status"');
    for (const [keepPayer, name] of [
      [false, 'xxxxxxxxx'],
      [true, 'Ana Silva'],
    ] as const) {
      const capture = await serveCapture({ settings: { keepPayer } });
      await capture.post(sent);
      expect(capture.records('callbacks')[0]!.body['payer']).toEqual({ name });
    }
  });
});

describe('a disk that fails', () => {
  /** A disk that is full while the test says so. */
  const fillable = () => {
    const state = { isFull: false };
    const fail = () => {
      if (state.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const disk: Disk = {
      ...DISK,
      open: async (path) => {
        const file = await DISK.open(path);
        return {
          ...file,
          append: async (bytes) => {
            if (state.isFull) await file.append(bytes.subarray(0, 100));
            fail();
            await file.append(bytes);
          },
        };
      },
    };
    return { state, disk };
  };

  it('makes a callback be refused, and the endpoint unwell, until there is space', async () => {
    const { state, disk } = fillable();
    const capture = await serveCapture({ disk });
    const health = async () => (await fetch(`${capture.url}/healthz`)).status;
    await capture.post(callbackOf('BEFORE0001'));
    expect(await health()).toBe(200);
    state.isFull = true;
    const refused = await capture.post(callbackOf('WHILE00001'));
    expect(refused.status).toBe(503);
    expect(await refused.text()).toBe('The callback could not be stored');
    expect(await health()).toBe(503);
    expect(capture.log.join()).toContain('callback not stored, and not acknowledged');
    state.isFull = false;
    expect(await (await capture.post(callbackOf('AFTER00001'))).text()).toBe('SUCCESS');
    expect(await health()).toBe(200);
    const orders = capture.records('callbacks').map(({ body }) => body['orderNo']);
    expect(orders).toEqual(['BEFORE0001', 'AFTER00001']);
  });

  it('that is slow makes callbacks be asked to come again, before memory is full', async () => {
    const disk = heldDisk();
    const capture = await serveCapture({ disk, settings: { maxWaitingBytes: 65_536 } });
    const long = CALLBACK.replace('"Shop"', `"${'x'.repeat(70_000)}"`);
    const posted = capture.post(long);
    await disk.until(1);
    const refused = await capture.post(CALLBACK);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await fetch(`${capture.url}/healthz`)).status).toBe(503);
    disk.release();
    expect(await (await posted).text()).toBe('SUCCESS');
    expect(await (await capture.post(CALLBACK)).text()).toBe('SUCCESS');
    expect(capture.records('callbacks')).toHaveLength(2);
  });
});

describe('the hours', () => {
  it('have a file each, packed once a callback of the next has come', async () => {
    let at: Instant = NOON;
    const capture = await serveCapture({ at: () => at });
    await capture.post(callbackOf('TWELVE0001'));
    at = { seconds: NOON.seconds + 3600, micros: 0 };
    await capture.post(callbackOf('THIRTEEN01'));
    // The clock goes back into the hour that is being packed.
    at = NOON;
    await capture.post(callbackOf('TWELVE0002'));
    await capture.close();
    expect(readdirSync(capture.folder).sort()).toEqual([
      'callbacks-2026-11-20-12.2.ndjson',
      'callbacks-2026-11-20-12.ndjson.gz',
      'callbacks-2026-11-20-13.ndjson.gz',
    ]);
    const orders = capture.records('callbacks').map(({ body }) => body['orderNo']);
    expect(orders.sort()).toEqual(['THIRTEEN01', 'TWELVE0001', 'TWELVE0002']);
  });

  it('are told by their names: the logs of other programs stay as they are', async () => {
    const folder = temporaryFolder();
    const others = {
      'app.ndjson': '{"half',
      'app.ndjson.gz.part': 'half',
      'callbacks-2026-11-19.ndjson': '{"half',
      'calls-2026-11-19-13.ndjson': '{"half',
    };
    for (const [name, content] of Object.entries(others)) writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, 'pay-ins-2026-11-19-13.2.ndjson'), '{}\n{"half');
    writeFileSync(join(folder, 'forwarding.pending.part'), 'half');
    const settings = { forward: 'http://127.0.0.1:9' };
    const capture = await serveCapture({ folder, settings, at: () => NOON });
    await capture.close();
    expect(readdirSync(folder).sort()).toEqual([
      ...Object.keys(others),
      'forwarding.pending',
      'pay-ins-2026-11-19-13.2.ndjson.gz',
      'pay-ins-2026-11-19-13.2.ndjson.torn',
    ]);
    for (const [name, content] of Object.entries(others))
      expect(readFileSync(join(folder, name), 'utf8'), name).toBe(content);
  });

  it('that ended while the program was stopped are packed at the next start', async () => {
    const folder = temporaryFolder();
    const before = await serveCapture({ folder, at: () => NOON });
    await before.post(CALLBACK);
    await before.close();
    const same = await serveCapture({ folder, at: () => NOON });
    await same.post(CALLBACK);
    await same.close();
    expect(readdirSync(folder)).toEqual([LOG]);
    const after = await serveCapture({ folder, at: () => ({ ...NOON, seconds: NOON.seconds + 7200 }) });
    await after.close();
    expect(readdirSync(folder)).toEqual([`${LOG}.gz`]);
    expect(after.records('callbacks')).toHaveLength(2);
  });
});

describe('the folder', () => {
  it('is of one process at a time, until it ends or cannot listen', async () => {
    const folder = temporaryFolder();
    const first = await serveCapture({ folder });
    await expect(serveCapture({ folder })).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
    const other = temporaryFolder();
    const taken = { listen: new URL(first.url).host };
    await expect(serveCapture({ folder: other, settings: taken })).rejects.toMatchObject({
      code: 'LISTEN_FAILED',
    });
    await serveCapture({ folder: other });
    await first.close();
    await serveCapture({ folder });
  });

  it('is made where it is missing, and refused where it is a file', async () => {
    const folder = temporaryFolder();
    const capture = await serveCapture({ folder: join(folder, 'deep', 'logs') });
    await capture.post(CALLBACK);
    expect(existsSync(join(folder, 'deep', 'logs'))).toBe(true);
    writeFileSync(join(folder, 'file'), '');
    const refused = serveCapture({ folder: join(folder, 'file') });
    await expect(refused).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
  });

  it('with a line that was cut off is put in order, and the log says so', async () => {
    const folder = temporaryFolder();
    const before = await serveCapture({ folder, at: () => NOON });
    await before.post(CALLBACK);
    await before.close();
    appendFileSync(join(folder, LOG), '{"receivedAt":"2026');
    const after = await serveCapture({ folder, at: () => NOON });
    await after.post(CALLBACK);
    expect(after.records('callbacks')).toHaveLength(2);
    expect(readFileSync(join(folder, `${LOG}.torn`), 'utf8')).toBe('{"receivedAt":"2026\n');
    expect(after.log.join()).toContain('a line was cut off');
  });
});

it('closing stores and answers what has come', async () => {
  const disk = heldDisk();
  const capture = await serveCapture({ disk });
  const posted = capture.post(CALLBACK);
  await disk.until(1);
  const closed = capture.close();
  disk.release();
  expect(await (await posted).text()).toBe('SUCCESS');
  await closed;
  expect(capture.records('callbacks')).toHaveLength(1);
  expect(existsSync(join(capture.folder, 'lock'))).toBe(false);
  await expect(fetch(capture.url)).rejects.toThrow();
});
