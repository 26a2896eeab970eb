import { copyFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { handshake, makeCertificate } from '../support/certificate.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { CALLBACK, serveCapture } from './served-capture.ts';

function post(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', rejectUnauthorized: false, agent: false }, async (answer) => {
      resolve(Buffer.concat(await answer.toArray()).toString());
    });
    sent.on('error', reject);
    sent.end(CALLBACK);
  });
}

describe('capture by TLS', () => {
  it('takes callbacks, by TLS 1.2 and newer, and by nothing else', async () => {
    const files = makeCertificate(temporaryFolder(), 'first');
    const capture = await serveCapture({ settings: files });
    expect(capture.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await post(capture.url)).toBe('SUCCESS');
    expect(capture.records('callbacks')).toHaveLength(1);
    expect((await handshake(capture.url)).version).toBe('TLSv1.3');
    expect((await handshake(capture.url, { maxVersion: 'TLSv1.2' })).version).toBe('TLSv1.2');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    await expect(handshake(capture.url, old)).rejects.toThrow(/protocol version/i);
    await expect(fetch(capture.url.replace('https', 'http'))).rejects.toThrow();
    expect(await post(capture.url)).toBe('SUCCESS');
  });

  it('takes a renewed certificate into use', async () => {
    const folder = temporaryFolder();
    const files = makeCertificate(folder, 'first');
    const capture = await serveCapture({ settings: files, limits: { certificateTime: 20 } });
    expect((await handshake(capture.url)).name).toBe('first');
    const second = makeCertificate(folder, 'second');
    copyFileSync(second.certificateFile, files.certificateFile);
    while (!capture.log.some((line) => line.includes('the renewed certificate cannot be used')))
      await sleep(20);
    expect(await post(capture.url)).toBe('SUCCESS');
    copyFileSync(second.keyFile, files.keyFile);
    while ((await handshake(capture.url)).name !== 'second') await sleep(20);
    expect(await post(capture.url)).toBe('SUCCESS');
  });

  it('does not begin with files that are no certificate, and leaves the folder free', async () => {
    const folder = temporaryFolder();
    const [first, second] = [makeCertificate(folder, 'first'), makeCertificate(folder, 'second')];
    const logs = temporaryFolder();
    for (const files of [
      { ...first, keyFile: second.keyFile },
      { ...first, certificateFile: join(folder, 'missing') },
    ]) {
      const serving = serveCapture({ folder: logs, settings: files });
      await expect(serving).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
    }
    await serveCapture({ folder: logs, settings: first });
  });
});
