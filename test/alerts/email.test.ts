import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attachment } from 'mailparser';
import type { SMTPServerOptions } from 'smtp-server';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { deliverAfter, listed, settingsWith, stored, write } from './alert-books.ts';
import { mailReceiver } from './receivers.ts';
import { SAMPLES } from './sample-alerts.ts';

const SECRET = 'hush-9-secret';
const FROM = 'Reconciliation <recon@shop.example>';
const mail = (url: string, others: Readonly<Record<string, unknown>> = {}) => ({
  name: 'finance',
  kind: 'email',
  url,
  from: FROM,
  to: ['finance@shop.example', 'ana@shop.example'],
  ...others,
});

/** A file of bytes that a change of line ends or encoding would show in. */
const BYTES = Buffer.from('\ufeffa,b\r\n1,"ç\n=x\u0000"\r\nمرحبا,\n', 'utf8');

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

onEngines('mail', (engine) => {
  // What is sent depends on no engine: one is enough, and the other way round every test is a second shorter.
  if (!engine.isEnough)
    return it('is sent alike on either engine', () => expect(engine.name).toBe('embedded'));

  let store: Store;
  beforeEach(async () => {
    store = await engine.emptied();
  });

  it('is text and HTML in the language of its channel, from and to whom it says', async () => {
    const { mails, url } = await mailReceiver();
    const settings = settingsWith([mail(url, { language: 'ar' })]);
    await write(store, settings, [SAMPLES['watch-silent']]);
    expect(await deliverAfter(store, settings, 0)).toEqual({ sent: 1, postponed: 0, failed: [] });
    const [one] = mails;
    expect(one!.from!.text).toBe('"Reconciliation" <recon@shop.example>');
    expect([one!.to].flat()[0]!.text).toBe('finance@shop.example, ana@shop.example');
    expect(one!.subject!.replace(/[\u2068\u2069]/g, '')).toContain('FAWRY (EG): توقفت المدفوعات منذ 14:05');
    expect(one!.text).toContain('\u2068EGP\u00a096,000.00\u2069');
    expect(one!.html).toContain('<html lang="ar" dir="rtl">');
    expect(one!.date).toEqual(new Date('2026-11-20T06:00:00Z'));
    expect(one!.headers.get('auto-submitted')).toBe('auto-generated');
    expect(one!.messageId).toMatch(/^<[0-9a-f]{32}@shop\.example>$/);
    expect(one!.attachments).toEqual([]);
  });

  it('has one Message-ID however often it is sent, and another for another message', async () => {
    let calls = 0;
    const { mails, url } = await mailReceiver({
      onRcptTo: (_address, _session, done) => {
        calls += 1;
        done(calls === 2 ? refusal(451, '4.7.1 try again later') : null);
      },
    });
    const settings = settingsWith([mail(url, { to: ['a@shop.example'] })]);
    for (const one of [SAMPLES['job-failed'], SAMPLES['job-well']]) {
      await write(store, settings, [one]);
      await deliverAfter(store, settings, 0);
    }
    await store.session(({ db }) =>
      db
        .updateTable('outbox')
        .set({ sent_at: null, due_at: stored(0) })
        .execute(),
    );
    await deliverAfter(store, settings, 60);
    const ids = mails.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('goes by STARTTLS and with user and password where the server wants it so', async () => {
    const wrong: string[] = [];
    const options: SMTPServerOptions = {
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'recon@shop' && password === `${SECRET}/@`) return done(null, { user: username });
        wrong.push(String(password));
        done(refusal(535, `5.7.8 wrong password ${password}`));
      },
    };
    const { sessions, port } = await mailReceiver(options);
    const address = (password: string) =>
      `smtp://recon%40shop:${password}@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
    const right = settingsWith([mail(address(`${SECRET}%2F%40`))]);
    await write(store, right, [SAMPLES['job-failed']]);
    expect(await deliverAfter(store, right, 0)).toMatchObject({ sent: 1 });
    expect(sessions).toEqual([{ secure: true, user: 'recon@shop' }]);

    const settings = settingsWith([mail(address(`${SECRET}-old`))]);
    await write(store, settings, [SAMPLES['job-well']]);
    const result = await deliverAfter(store, settings, 0);
    expect(wrong).toContain(`${SECRET}-old`);
    expect(result.failed).toMatchObject([{ error: `127.0.0.1:${port}: SMTP 535 5.7.8 EAUTH` }]);
    expect(JSON.stringify([result, await listed(store, settings)])).not.toContain(SECRET);
  });

  it('goes by TLS from the start with smtps, and not to a certificate that nobody vouches for', async () => {
    const { mails, sessions, port } = await mailReceiver({ secure: true });
    const trusting = settingsWith([mail(`smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false`)]);
    await write(store, trusting, [SAMPLES['job-failed']]);
    expect(await deliverAfter(store, trusting, 0)).toMatchObject({ sent: 1 });
    expect(sessions[0]).toMatchObject({ secure: true });
    const strict = settingsWith([mail(`smtps://127.0.0.1:${port}`)]);
    await write(store, strict, [SAMPLES['job-well']]);
    const { failed } = await deliverAfter(store, strict, 0);
    expect(failed).toMatchObject([{ error: expect.stringContaining('CERT') }]);
    expect(mails).toHaveLength(1);
  });

  describe('that is not taken', () => {
    it.each([
      ['a server that has no time', 451, '4.3.2 later', 'SMTP 451 4.3.2 EENVELOPE'],
      ['a server that refuses the receivers', 550, '5.1.1 who?', 'SMTP 550 5.1.1 EENVELOPE'],
    ])('by %s waits', async (_who, code, text, error) => {
      const { mails, port, url } = await mailReceiver({
        onRcptTo: (_address, _session, done) => done(refusal(code, `${text} ${SECRET}`)),
      });
      const settings = settingsWith([mail(url)]);
      await write(store, settings, [SAMPLES['job-failed']]);
      const { failed } = await deliverAfter(store, settings, 0);
      expect(failed).toMatchObject([{ error: `127.0.0.1:${port}: ${error}`, retrySeconds: 60 }]);
      expect(mails).toEqual([]);
    });

    it('because nobody listens, or nobody answers, waits', async () => {
      const port = await freePort();
      const silent = await mailReceiver({ onConnect: () => undefined });
      const settings = settingsWith([mail(`smtp://127.0.0.1:${port}`), mail(silent.url, { name: 'silent' })]);
      await write(store, settings, [SAMPLES['job-failed']]);
      const { failed } = await deliverAfter(store, settings, 0, { timeoutMilliseconds: 5000 });
      const errors = Object.fromEntries(failed.map(({ channel, error }) => [channel, error]));
      expect(errors).toEqual({
        finance: `127.0.0.1:${port}: ECONNREFUSED`,
        silent: `127.0.0.1:${silent.port}: ETIMEDOUT`,
      });
    });
  });

  describe('of a night', () => {
    function published(files: Readonly<Record<string, Buffer>>): string {
      const folder = temporaryFolder();
      const version = join(folder, 'reports/2026-11-19/BR/v3');
      mkdirSync(version, { recursive: true });
      for (const [name, bytes] of Object.entries(files)) writeFileSync(join(version, name), bytes);
      return folder;
    }

    async function nightMail(files: Readonly<Record<string, Buffer>>, attach: readonly string[]) {
      const workingDirectory = published(files);
      const { mails, url } = await mailReceiver();
      const settings = settingsWith([mail(url, { attach })], { out: 'reports' });
      await write(store, settings, [SAMPLES.night]);
      expect(await deliverAfter(store, settings, 0, { workingDirectory })).toMatchObject({ sent: 1 });
      return { text: mails[0]!.text!, attachments: mails[0]!.attachments };
    }
    const names = (attachments: readonly Attachment[]) => attachments.map(({ filename }) => filename);

    it('carries the reports that the channel wants, byte for byte', async () => {
      const files = {
        'orders.csv': BYTES,
        'payments.xlsx': Buffer.from([0, 1, 2, 255]),
        'findings.csv': BYTES,
      };
      const { text, attachments } = await nightMail(files, ['payments', 'orders']);
      expect(names(attachments)).toEqual(['payments-BR-2026-11-19-v3.xlsx', 'orders-BR-2026-11-19-v3.csv']);
      expect(attachments.map(({ content }) => content)).toEqual([files['payments.xlsx'], BYTES]);
      expect(text).not.toContain('Not attached');
    });

    it('carries no more than mail servers take, and says so', async () => {
      const files = {
        'orders.csv': Buffer.alloc(9_999_000),
        'payments.csv': Buffer.alloc(2000),
        'findings.csv': BYTES,
      };
      const { text, attachments } = await nightMail(files, [
        'orders',
        'payments',
        'findings',
        'stuck-orders',
      ]);
      expect(names(attachments)).toEqual(['orders-BR-2026-11-19-v3.csv', 'findings-BR-2026-11-19-v3.csv']);
      expect(text).toContain('too large or not found: payments, stuck-orders.');
    });
  });

  it('has no header that a merchant wrote', async () => {
    const { mails, url } = await mailReceiver();
    const settings = settingsWith([mail(url)]);
    const merchantId = 'M1\r\nBcc: evil@evil.example\r\n\r\n<img src=http://evil.example/x>\u202e';
    const hostile = { ...SAMPLES['watch-paid-share'], key: `watch ${merchantId}` };
    await write(store, settings, [{ ...hostile, facts: { ...hostile.facts, merchantId } }]);
    await deliverAfter(store, settings, 0);
    const [one] = mails;
    expect(one!.bcc).toBeUndefined();
    expect(one!.headers.has('bcc')).toBe(false);
    expect(one!.subject).toContain('M1\\u{000d}\\u{000a}Bcc: evil@evil.example');
    expect(one!.html).toContain('&lt;img src=http://evil.example/x&gt;\\u{202e}');
  });
});
