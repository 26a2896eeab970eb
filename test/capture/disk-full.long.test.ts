/** A capture endpoint on a full disk: it acknowledges nothing that it does not keep, and goes on once there is space. */
import { readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loggedLines } from '../append-log/logged-lines.ts';
import { mayMount, type SmallDisk, smallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startProcess } from './capture-process.ts';
import { accept, PAY_IN, startService } from './own-service.ts';
import { callbackOf } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';

/** Leaves no byte. */
function fill(disk: SmallDisk): void {
  const { bfree, bsize } = statfsSync(disk.folder);
  try {
    writeFileSync(join(disk.folder, 'ballast'), Buffer.alloc(bfree * bsize));
  } catch {
    // So it is full.
  }
}

async function post(url: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(url, { method: 'POST', body });
  return { status: answer.status, text: await answer.text() };
}

describe.skipIf(!mayMount)('capture on a full disk', () => {
  it('acknowledges exactly what it keeps, and goes on once there is space', async () => {
    const disk = smallDisk(2);
    const folder = join(disk.folder, 'logs');
    const service = await startService(accept);
    const words = ['--log', folder, '--forward', service.url];
    const endpoint = await startProcess(temporaryFolder(), words);
    const acknowledged: string[] = [];
    let refused = 0;
    let at = 0;
    const send = async () => {
      at += 1;
      const orderNo = `FULLDISK${at}`;
      // Long ones, so that the disk is soon full.
      const { status, text } = await post(
        endpoint.url,
        callbackOf(orderNo).replace('Shop', 'x'.repeat(20_000)),
      );
      if (status === 200) acknowledged.push(orderNo);
      else {
        expect([status, text]).toEqual([503, 'The callback could not be stored']);
        refused += 1;
      }
    };
    while (refused < 20) await Promise.all(Array.from({ length: 10 }, send));
    expect(acknowledged.length).toBeGreaterThan(20);
    fill(disk);
    expect((await fetch(`${endpoint.url}/healthz`)).status).toBe(503);
    // Nothing reaches the service that could not be noted before.
    const call = await post(`${endpoint.url}${PATH}`, PAY_IN);
    expect([call.status, service.requests]).toEqual([503, []]);
    expect(call.text).toContain('was not forwarded');

    disk.resize(20);
    const before = refused;
    await Promise.all(Array.from({ length: 30 }, send));
    expect(refused).toBe(before);
    expect((await post(`${endpoint.url}${PATH}`, PAY_IN)).status).toBe(200);
    expect((await fetch(`${endpoint.url}/healthz`)).status).toBe(200);
    expect(await endpoint.end('SIGTERM')).toBe(0);

    const records = loggedLines(folder).map((line) => JSON.parse(line));
    const logged = records.flatMap(({ body }) => (body === undefined ? [] : [body.orderNo]));
    expect(logged.sort()).toEqual(acknowledged.sort());
    expect(records.filter(({ response }) => response !== undefined)).toHaveLength(1);
    expect(readFileSync(join(folder, 'forwarding.pending'), 'utf8')).toBe('');
  });

  it('that is full when it starts says so, and starts once there is space', async () => {
    const disk = smallDisk(1);
    const folder = join(disk.folder, 'logs');
    const first = await startProcess(temporaryFolder(), ['--log', folder]);
    expect((await post(first.url, callbackOf('BEFORE0001'))).status).toBe(200);
    await first.end('SIGKILL');
    const names = readdirSync(folder);
    fill(disk);
    await expect(startProcess(temporaryFolder(), ['--log', folder])).rejects.toThrow(
      /the disk is full|ENOSPC/,
    );
    expect(readdirSync(folder).filter((name) => name.endsWith('.ndjson'))).toEqual(
      names.filter((name) => name.endsWith('.ndjson')),
    );
    disk.resize(4);
    const second = await startProcess(temporaryFolder(), ['--log', folder]);
    expect((await post(second.url, callbackOf('AFTER00001'))).status).toBe(200);
    await second.end('SIGTERM');
    const orders = loggedLines(folder).map((line) => JSON.parse(line).body.orderNo);
    expect(orders).toEqual(['BEFORE0001', 'AFTER00001']);
  });
});
