import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { EXIT } from '../../src/errors.ts';
import { brazilOrder } from '../sandbox/pay-in-requests.ts';
import { post } from '../sandbox/served-sandbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run, start } from './command.ts';

/** The address of a sandbox that was started, once it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr! })) {
    const found = /The sandbox is at (http:\S+): pay-in requests at/.exec(line);
    if (found === null) continue;
    child.stderr!.resume();
    return found[1]!;
  }
  throw new Error('the sandbox did not start');
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'takes pay-in requests until %s, and keeps its orders',
  async (signal) => {
    const cwd = temporaryFolder();
    const words = ['sandbox', '--listen', '127.0.0.1:0'];
    const first = start(words, { cwd });
    const url = await addressOf(first);
    expect((await post(url, brazilOrder())).body.code).toBe('00');
    expect(await stopped(first, signal)).toBe(EXIT.done);
    expect(readFileSync(join(cwd, 'payin-recon-sandbox', 'sandbox.ndjson'), 'utf8')).toContain(
      '"orderNo":"BR0001"',
    );
    const second = start(words, { cwd });
    const again = await post(await addressOf(second), brazilOrder());
    expect(again.body.code).toBe('SBX10');
    expect(await stopped(second, signal)).toBe(EXIT.done);
  },
);

it('stops at once although a callback is due later', async () => {
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, 'payin-recon.yaml'),
    'sandbox:\n  pay: { share: 1, leastSeconds: 3000, mostSeconds: 3000 }\n',
  );
  const callbackUrl = 'http://127.0.0.1:9/callbacks';
  const child = start(['sandbox', '--listen', '127.0.0.1:0', '--callback-url', callbackUrl], { cwd });
  const url = await addressOf(child);
  const { body } = await post(url, brazilOrder());
  await fetch(`${body.channel.paymentUrl}/pay`, { method: 'POST', body: new URLSearchParams() });
  expect(await stopped(child, 'SIGTERM')).toBe(EXIT.done);
});

it('takes the rates of faults and the seed from the command line', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'faults.yaml'), 'lost: 1\n');
  const child = start(['sandbox', '--listen', '127.0.0.1:0', '--faults', 'faults.yaml', '--seed', '42'], {
    cwd,
  });
  const { body } = await post(await addressOf(child), brazilOrder());
  expect(body.tradeNo.slice(8, 12)).toBe('0042');
  expect(await stopped(child, 'SIGTERM')).toBe(EXIT.done);
  const [order] = readFileSync(join(cwd, 'payin-recon-sandbox', 'sandbox.ndjson'), 'utf8').split('\n');
  expect(JSON.parse(order!)).toMatchObject({ order: { fault: 'lost' } });
});

it('warns where other machines can reach it', async () => {
  const child = start(['sandbox', '--listen', '0.0.0.0:0'], { cwd: temporaryFolder() });
  const lines = createInterface({ input: child.stderr! });
  for await (const line of lines) if (line.includes('it asks nobody who he is')) break;
  child.stderr!.resume();
  expect(await stopped(child, 'SIGTERM')).toBe(EXIT.done);
});

it('says that its folder is in use', async () => {
  const cwd = temporaryFolder();
  const child = start(['sandbox', '--listen', '127.0.0.1:0'], { cwd });
  await addressOf(child);
  const beside = await run(['sandbox', '--listen', '127.0.0.1:0'], { cwd });
  expect(beside.code).toBe(EXIT.locked);
  expect(beside.stderr).toContain('FOLDER_IN_USE');
  expect(await stopped(child, 'SIGTERM')).toBe(EXIT.done);
});

it.each([
  ['a rate above 1', 'late: 2\n', ['SETTINGS_INVALID', 'sandbox.faults.late is 2']],
  [
    'rates above 1 together',
    'late: 0.6\nlost: 0.6\n',
    ['SETTINGS_INVALID', 'shares that add up to 1 at most'],
  ],
  [
    'a fault that there is not',
    'lates: 0.1\n',
    ['SETTINGS_INVALID', 'sandbox.faults.lates', 'no such setting'],
  ],
  ['a list', '- late\n', ['SETTINGS_INVALID', 'sandbox.faults is a list']],
  ['no YAML', ': [\n', ['USAGE', '--faults faults.yaml', 'a YAML file with the rate of each fault']],
])('--faults with %s is a clear error', async (_, text, shown) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'faults.yaml'), text);
  const { code, stderr } = await run(['sandbox', '--faults', 'faults.yaml'], { cwd });
  expect(code).toBe(EXIT.usage);
  for (const one of shown) expect(stderr).toContain(one);
});

it.each([
  [
    ['--faults', 'none.yaml'],
    ['USAGE', '--faults none.yaml', 'ENOENT'],
  ],
  [
    ['--listen', 'nowhere'],
    ['SETTINGS_INVALID', '--listen', 'host:port'],
  ],
  [
    ['--seed', '1.5'],
    ['SETTINGS_INVALID', '--seed', 'a whole number'],
  ],
  [
    ['--callback-url', 'ftp://x'],
    ['SETTINGS_INVALID', '--callback-url', 'https://host/path'],
  ],
])('%j is a clear error', async (words, shown) => {
  const { code, stderr } = await run(['sandbox', ...words], { cwd: temporaryFolder() });
  expect(code).toBe(EXIT.usage);
  for (const one of shown) expect(stderr).toContain(one);
});
