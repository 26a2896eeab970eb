import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { type CertificateFiles, handshake, makeCertificate } from '../support/certificate.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { PASSWORD, servePage } from './served-page.ts';

function replace(files: CertificateFiles, by: CertificateFiles, which: keyof CertificateFiles): void {
  execFileSync('cp', [by[which], files[which]]);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

function ask(url: string, headers: Readonly<Record<string, string>> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(
      url,
      { method, headers, rejectUnauthorized: false, agent: false },
      async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        resolve({ status: answer.statusCode!, headers: answer.headers, text });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

onEngines('the page by TLS', (engine) => {
  it('keeps the session in a cookie that no other host and no plain connection sets', async () => {
    const files = makeCertificate(temporaryFolder(), 'first');
    const page = await servePage(await engine.emptied(), parseSettings({ page: files }), { out: 'reports' });
    await page.addUser('ana', 'viewer');
    expect(page.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const form = await ask(`${page.url}/sign-in`);
    const [cookie] = form.headers['set-cookie']!;
    expect(cookie).toMatch(/^__Host-sign-in-form=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(form.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const fields = new URLSearchParams({
      ...{ form_token: /form_token" value="([^"]+)"/.exec(form.text)![1]!, name: 'ana', password: PASSWORD },
    });
    const sent = { Cookie: cookie!.split(';')[0]!, 'Content-Type': 'application/x-www-form-urlencoded' };
    const entered = await ask(`${page.url}/sign-in`, { ...sent, Origin: page.url }, String(fields));
    expect(entered.status).toBe(303);
    const [session] = entered.headers['set-cookie']!;
    expect(session).toMatch(/^__Host-payin-recon=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const account = await ask(`${page.url}/account`, { Cookie: session!.split(';')[0]! });
    expect(account.status).toBe(200);
    const plain = { Cookie: session!.split(';')[0]!.replace('__Host-', '') };
    expect((await ask(`${page.url}/account`, plain)).status).not.toBe(200);
  });

  it('takes TLS 1.2 and newer', async () => {
    const files = makeCertificate(temporaryFolder(), 'first');
    const page = await servePage(await engine.emptied(), parseSettings({ page: files }), { out: 'reports' });
    expect((await handshake(page.url)).version).toBe('TLSv1.3');
    expect((await handshake(page.url, { maxVersion: 'TLSv1.2' })).version).toBe('TLSv1.2');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    await expect(handshake(page.url, old)).rejects.toThrow(/protocol version/i);
    await expect(fetch(page.url.replace('https', 'http'))).rejects.toThrow();
  });

  it('takes a renewed certificate into use, whichever file is written first', async () => {
    const folder = temporaryFolder();
    const files = makeCertificate(folder, 'first');
    const limits = { certificateTime: 20 };
    const settings = parseSettings({ page: files });
    const page = await servePage(await engine.emptied(), settings, { out: 'reports', limits });
    const until = async (name: string) => {
      while ((await handshake(page.url)).name !== name) await sleep(20);
    };
    await until('first');
    const logged = async (text: string) => {
      while (!page.log.some((line) => line.includes(text))) await sleep(20);
    };
    const second = makeCertificate(folder, 'second');
    replace(files, second, 'certificateFile');
    await logged('the renewed certificate cannot be used');
    expect((await handshake(page.url)).name, 'with the key of the first').toBe('first');
    replace(files, second, 'keyFile');
    await until('second');
    writeFileSync(files.certificateFile, 'no certificate');
    page.log.length = 0;
    await logged('the renewed certificate cannot be used');
    expect((await handshake(page.url)).name).toBe('second');
    expect((await handshake(page.url, { maxVersion: 'TLSv1.2' })).version).toBe('TLSv1.2');
  });

  it('is not served with files that are no certificate', async () => {
    const folder = temporaryFolder();
    const first = makeCertificate(folder, 'first');
    const second = makeCertificate(folder, 'second');
    const store = await engine.emptied();
    const refused = async (files: object) => {
      const serving = servePage(store, parseSettings({ page: files }), { out: 'reports' });
      await expect(serving).rejects.toMatchObject({ code: 'SECRET_UNAVAILABLE' });
    };
    await refused({ ...first, certificateFile: join(folder, 'none') });
    await refused({ ...first, keyFile: second.keyFile });
    writeFileSync(second.keyFile, 'no key');
    await refused(second);
  });
});

onEngines('the page in plain HTTP', (engine) => {
  it('is not served beyond this machine', async () => {
    const store = await engine.emptied();
    for (const listen of ['0.0.0.0:0', '[::]:0', '192.0.2.1:0', 'recon.example:0', '1.127.0.0:0']) {
      const serving = servePage(store, parseSettings({}), { out: 'reports', listen });
      await expect(serving, listen).rejects.toMatchObject({ code: 'PAGE_UNPROTECTED' });
    }
    const url = parseSettings({ page: { url: 'https://recon.example' } });
    const named = servePage(store, url, { out: 'reports', listen: '0.0.0.0:0' });
    await expect(named).rejects.toMatchObject({ code: 'PAGE_UNPROTECTED' });
  });
});
