/** Capture that meets a fault: what was acknowledged is in its logs, and the sender's repetition is counted once. */
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { loggedLines } from '../append-log/logged-lines.ts';
import { startProcess } from '../capture/capture-process.ts';
import { callbackOf } from '../capture/served-capture.ts';
import { ended, run, start } from '../cli/command.ts';
import { workingFolderWithStore } from '../cli/past-day.ts';

const POINTS = ['capture.append', 'capture.sync', 'capture.answer'] as const;
const FAULTS = [
  'before:kill',
  'during:kill',
  'after:kill',
  'before:error',
  'after:error',
  'before:hang',
  'after:hang',
];

/** All of them if TEST_CRASHES is `all`; else two for each point, by a fixed rule. */
function chosen(point: (typeof POINTS)[number]): readonly string[] {
  if (process.env['TEST_CRASHES'] === 'all') return FAULTS;
  return FAULTS.filter((_, index) => index % POINTS.length === POINTS.indexOf(point)).slice(0, 2);
}

/** Starts capture with a planned fault. */
async function faulty(cwd: string, fault: string) {
  const words = ['capture', '--listen', '127.0.0.1:0', '--log', join(cwd, 'captured')];
  const child = start(words, { cwd, environment: { PAYIN_RECON_FAULT: fault } });
  let said = '';
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface({ input: child.stderr! }).on('line', (line) => {
    said += `${line}\n`;
    const [, url] = /^Callbacks are taken at (http:\S+)/.exec(line) ?? [];
    if (url !== undefined) resolve(url);
    if (line === `fault: ${fault}` && fault.endsWith(':hang')) child.kill('SIGKILL');
  });
  const end = ended(child);
  const url = await Promise.race([promise, end.then(() => Promise.reject(new Error(said)))]);
  return { child, url, end, said: () => said };
}

async function post(url: string, orderNo: string): Promise<string | undefined> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: callbackOf(orderNo) });
    return await answer.text();
  } catch {
    return undefined;
  }
}

describe.each(POINTS)('capture with a fault at %s', (point) => {
  it.each(chosen(point))('%s loses nothing that it acknowledged', async (moment) => {
    const cwd = workingFolderWithStore();
    const fault = `${point}:${moment}`;
    const first = await faulty(cwd, fault);
    const answer = await post(first.url, 'FAULT00001');
    if (moment.endsWith(':error')) {
      // Without an answer, or with one that asks for the callback again.
      if (!(point === 'capture.answer' && moment.startsWith('after'))) expect(answer).not.toBe('SUCCESS');
      first.child.kill('SIGTERM');
    }
    if (first.child.exitCode === null && first.child.signalCode === null) await once(first.child, 'exit');
    await first.end;
    expect(first.said()).toContain(`fault: ${fault}\n`);
    const logs = join(cwd, 'captured');
    const orders = () => loggedLines(logs).map((line) => JSON.parse(line).body.orderNo);
    if (answer === 'SUCCESS') expect(orders()).toContain('FAULT00001');

    const again = await startProcess(cwd, ['--log', logs]);
    expect(await post(again.url, 'FAULT00001')).toBe('SUCCESS');
    expect(await post(again.url, 'FAULT00002')).toBe('SUCCESS');
    expect(await again.end('SIGTERM')).toBe(0);
    expect([...new Set(orders())].sort()).toEqual(['FAULT00001', 'FAULT00002']);
    const read = await run(['ingest', logs, '--json'], { cwd });
    expect(read.code, read.stderr).toBe(0);
    expect(JSON.parse(read.stdout)).toMatchObject({
      sources: [{ accepted: orders().length, rejected: 0 }],
    });
  });
});
