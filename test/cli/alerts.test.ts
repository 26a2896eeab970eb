import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { now } from '../../src/clock.ts';
import { formatInstant, isoInstant } from '../../src/normalise/instant.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { write } from '../alerts/alert-books.ts';
import { httpReceiver, mailReceiver, taken } from '../alerts/receivers.ts';
import { SAMPLES } from '../alerts/sample-alerts.ts';
import { onEngines } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ended, run, start } from './command.ts';

const SECRET = 'hush-9-secret';

/** A folder with settings of these channels, each a line of YAML. */
function folderWith(channels: readonly Readonly<Record<string, unknown>>[]): string {
  const cwd = temporaryFolder();
  const path = join(cwd, 'payin-recon.yaml');
  writeFileSync(
    path,
    `alerts:\n  channels:\n${channels.map((one) => `    - ${JSON.stringify(one)}\n`).join('')}`,
  );
  chmodSync(path, 0o600);
  return cwd;
}

const hookTo = (url: string, name = 'hook') => ({ name, kind: 'webhook', url: `${url}/${SECRET}` });
const mailTo = (url: string, name = 'finance') => ({
  name,
  kind: 'email',
  url,
  from: 'recon@shop.example',
  to: ['finance@shop.example'],
});

const BOTH = ['finance@shop.example', 'ana@shop.example'];
const refuseAna: NonNullable<SMTPServerOptions['onRcptTo']> = ({ address }, _session, done) =>
  done(address.startsWith('ana') ? Object.assign(new Error('who?'), { responseCode: 550 }) : null);

describe('alerts test', () => {
  it('sends a message to a channel now, and says how it went', async () => {
    const hook = await httpReceiver();
    const post = await mailReceiver();
    const cwd = folderWith([hookTo(hook.url), mailTo(post.url)]);
    const [first, second] = await Promise.all([
      run(['alerts', 'test', 'hook'], { cwd }),
      run(['alerts', 'test', 'finance', '--json'], { cwd }),
    ]);
    expect(first).toEqual({ code: 0, stdout: 'The test message to hook was accepted.\n', stderr: '' });
    expect(JSON.parse(second.stdout)).toEqual({ channel: 'finance', sent: true, remark: null });
    expect(JSON.parse(hook.received[0]!.body)).toMatchObject({ topic: 'test', facts: { channel: 'hook' } });
    expect(post.mails[0]!.subject).toBe('Test of the channel finance');
  });

  it('names the recipients that its server refuses', async () => {
    const post = await mailReceiver({ onRcptTo: refuseAna });
    const cwd = folderWith([{ ...mailTo(post.url), to: BOTH }]);
    const { code, stdout } = await run(['alerts', 'test', 'finance'], { cwd });
    expect(stdout).toBe(
      `The test message to finance was accepted, but 127.0.0.1:${post.port}: refused for ana@shop.example (SMTP 550); ` +
        'sent to the other recipients.\n',
    );
    expect(code).toBe(0);
  });

  it('ends with 4 if the message was not taken, and names no secret', async () => {
    const port = await freePort();
    const cwd = folderWith([hookTo(`http://127.0.0.1:${port}`)]);
    const { code, stdout, stderr } = await run(['alerts', 'test', 'hook'], { cwd });
    expect(code).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).toContain('error ALERT_UNDELIVERED');
    expect(stderr).toContain(`where:    channel hook\n  found:    127.0.0.1:${port}: ECONNREFUSED`);
    expect(stderr).not.toContain(SECRET);
  });

  it('says what to do about a secret that is not available', async () => {
    const hook = await httpReceiver();
    const cwd = folderWith([{ ...hookTo(hook.url), secretFile: 'missing-key' }]);
    const { code, stderr } = await run(['alerts', 'test', 'hook'], { cwd });
    expect(code).toBe(4);
    expect(stderr).toContain('error ALERT_UNDELIVERED');
    expect(stderr).toContain('secretFile missing-key: no such file');
    expect(stderr).toContain('to do:    Check that the file or the program exists');
    expect(hook.received).toEqual([]);
  });

  it('names the channels that there are for one that there is not', async () => {
    const cwd = folderWith([hookTo('http://127.0.0.1:9'), mailTo('smtp://127.0.0.1:9')]);
    const { code, stderr } = await run(['alerts', 'test', 'finanse'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('error CHANNEL_UNKNOWN');
    expect(stderr).toContain(
      'found:    finanse\n  expected: hook, finance\n  to do:    Did you mean finance?',
    );
  });
});

onEngines('alerts list and send', (engine) => {
  it('tell what waits and why, send what is due, and tell what was sent', async () => {
    const good = await httpReceiver();
    const bad = await httpReceiver((response) => response.writeHead(503).end());
    const channels = [hookTo(good.url, 'good'), hookTo(bad.url, 'bad')];
    const cwd = folderWith(channels);
    const { environment, open } = await engine.database();
    const store = await open();
    // A message is given up after a week, by the clock of the program.
    const made = { ...now(), micros: 0 };
    await write(store, parseSettings({ alerts: { channels } }), [SAMPLES['job-failed']], made);
    await store.close();
    const sent = await run(['alerts', 'send'], { cwd, environment });
    expect(sent).toEqual({
      code: 4,
      stdout: `1 message sent.\njobs to bad was not accepted: ${bad.host}: HTTP 503; again in 1 minute.\n`,
      stderr: '',
    });
    const list = await run(['alerts', 'list'], { cwd, environment });
    const waiting = ['waiting', 'bad', 'jobs', 'high', `${isoInstant(formatInstant(made))} .* 1`].join(' +');
    expect(list.stdout).toMatch(new RegExp(`^${waiting} +127\\.0\\.0\\.1:\\d+: HTTP 503$`, 'm'));
    expect(list.stdout).toMatch(/^sent +good +jobs/m);
    expect(list.stdout).toContain('\n\n1 message not sent.\n');
    expect(list.stdout).not.toContain(SECRET);
    expect(list.stdout).not.toContain('Order');
  });

  it('tell who has a mail that was refused for some recipients, and who does not', async () => {
    const post = await mailReceiver({ onRcptTo: refuseAna });
    const channels = [{ ...mailTo(post.url), to: BOTH }];
    const cwd = folderWith(channels);
    const { environment, open } = await engine.database();
    const store = await open();
    await write(store, parseSettings({ alerts: { channels } }), [SAMPLES['job-failed']], {
      ...now(),
      micros: 0,
    });
    await store.close();
    const error = `127.0.0.1:${post.port}: refused for ana@shop.example (SMTP 550); sent to the other recipients`;
    expect(await run(['alerts', 'send'], { cwd, environment })).toEqual({
      code: 4,
      stdout: `0 messages sent.\njobs to finance was not accepted: ${error}; again in 1 minute.\n`,
      stderr: '',
    });
    const list = await run(['alerts', 'list'], { cwd, environment });
    expect(list.stdout).toMatch(/^State .* {2}Sent to +Not sent to +Last error$/m);
    expect(list.stdout).toContain(`  finance@shop.example  ana@shop.example  ${error}\n`);
    const json = await run(['alerts', 'list', '--json'], { cwd, environment });
    expect(JSON.parse(json.stdout)).toMatchObject([
      { sent_to: ['finance@shop.example'], not_sent_to: ['ana@shop.example'], last_error: error },
    ]);
  });

  it('say how many messages were sent when they are interrupted', async () => {
    let interrupt = () => undefined as unknown;
    const hook = await httpReceiver((response, request) =>
      hook.received.length <= 7 ? taken(response, request) : interrupt(),
    );
    const channels = [hookTo(hook.url)];
    const cwd = folderWith(channels);
    const { environment, open } = await engine.database();
    const store = await open();
    const alerts = Array.from({ length: 9 }, (_, index) => ({
      ...SAMPLES['job-failed'],
      key: `jobs ${index}`,
    }));
    await write(store, parseSettings({ alerts: { channels } }), alerts, { ...now(), micros: 0 });
    await store.close();
    const child = start(['alerts', 'send'], { cwd, environment });
    interrupt = () => child.kill('SIGINT');
    const { code, stdout, stderr } = await ended(child);
    expect(code).toBe(130);
    expect(stdout).toBe('');
    expect(stderr).toContain('2 steps before these');
    expect(stderr).toContain('message 7 sent, to hook');
    expect(stderr).not.toContain('message 8');
  });

  it('tell nothing where there is nothing', async () => {
    if (!engine.isEnough) return expect(engine.name).toBe('embedded');
    const { environment } = await engine.database();
    const cwd = temporaryFolder();
    const list = await run(['alerts', 'list'], { cwd, environment });
    const json = await run(['alerts', 'list', '--json'], { cwd, environment });
    const sent = await run(['alerts', 'send', '--json'], { cwd, environment });
    expect(list.stdout).toBe('No messages.\n');
    expect(JSON.parse(json.stdout)).toEqual([]);
    expect(JSON.parse(sent.stdout)).toEqual({ sent: 0, postponed: 0, failed: [] });
  });
});

describe('doctor', () => {
  it('looks at every channel, and sends nothing', async () => {
    const hook = await httpReceiver();
    const post = await mailReceiver();
    const port = await freePort();
    const cwd = folderWith([
      hookTo(hook.url),
      mailTo(post.url),
      mailTo(`smtp://127.0.0.1:${port}`, 'down'),
      { name: 'lost', kind: 'slack', urlFile: 'slack-url' },
      { name: 'nowhere', kind: 'slack', url: `https://${SECRET}.invalid/hook` },
    ]);
    const { code, stdout } = await run(['doctor', '--json'], { cwd });
    const { checks } = JSON.parse(stdout) as { checks: { subject: string; grade: string; found: string }[] };
    const channels = checks.filter(({ subject }) => subject.startsWith('channel'));
    expect(channels.map(({ subject, grade, found }) => [subject, grade, found])).toEqual([
      ['channel hook', 'ok', `${hook.host} resolves; nothing was sent`],
      ['channel finance', 'ok', `127.0.0.1:${post.port} accepts mail; nothing was sent`],
      ['channel down', 'bad', `127.0.0.1:${port}: ECONNREFUSED`],
      ['channel lost', 'bad', 'channel lost, urlFile slack-url: no such file'],
      ['channel nowhere', 'bad', expect.stringMatching(/^hush-9-secret\.invalid: E/)],
    ]);
    expect(code).toBe(4);
    expect(hook.received).toEqual([]);
    expect(post.mails).toEqual([]);
  });
});
