import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayLines } from '../../src/simulate/day.ts';
import { createLogWriter } from '../../src/simulate/log-writer.ts';
import { isPaidClean } from '../../src/simulate/scenarios.ts';
import { type WrittenDay, writeDay } from '../../src/simulate/write-day.ts';
import { DEMO_DAY, ordersOf, readDay } from './read-lines.ts';

let folder: string;
let written: WrittenDay;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulate-'));
  written = await writeDay({ ...DEMO_DAY, folder: join(folder, 'plain') });
});
afterAll(() => rm(folder, { recursive: true }));

const expectedText = (file: string, region: string) =>
  [...dayLines(DEMO_DAY)]
    .filter((line) => line.file === file && line.region === region)
    .map(({ line }) => `${line}\n`)
    .join('');

describe('writeDay', () => {
  test('writes two files a region, with the lines of dayLines', async () => {
    expect(written.files.map((path) => basename(path))).toEqual([
      'pay-ins-2026-11-19-br.ndjson',
      'callbacks-2026-11-19-br.ndjson',
      'pay-ins-2026-11-19-eg.ndjson',
      'callbacks-2026-11-19-eg.ndjson',
    ]);
    const texts = await Promise.all(written.files.map((path) => readFile(path, 'utf8')));
    expect(texts[0]).toBe(expectedText('pay-ins', 'BR'));
    expect(texts[1]).toBe(expectedText('callbacks', 'BR'));
    expect(texts[2]).toBe(expectedText('pay-ins', 'EG'));
    expect(texts[3]).toBe(expectedText('callbacks', 'EG'));
  });

  test('gzip changes the files, not what they hold', async () => {
    const { files } = await writeDay({ ...DEMO_DAY, folder: join(folder, 'gzip'), gzip: true });
    expect(files[1]).toMatch(/callbacks-2026-11-19-br\.ndjson\.gz$/);
    expect(gunzipSync(await readFile(files[1]!)).toString()).toBe(expectedText('callbacks', 'BR'));
  });

  test('several files a kind hold the same lines, one after another', async () => {
    const { files } = await writeDay({ ...DEMO_DAY, folder: join(folder, 'parts'), filesPer: 3 });
    expect(files.length).toBe(12);
    expect(basename(files[0]!)).toBe('pay-ins-2026-11-19-br-01.ndjson');
    const texts = await Promise.all(files.slice(0, 3).map((path) => readFile(path, 'utf8')));
    expect(texts.join('')).toBe(expectedText('pay-ins', 'BR'));
    for (const text of texts) expect(text.length).toBeGreaterThan(100_000);
  });

  test('a region without orders has empty files', async () => {
    const options = { ...DEMO_DAY, orders: 5, share: { BR: 1, EG: 0 }, folder: join(folder, 'one-region') };
    const { files, regions } = await writeDay(options);
    expect(await readFile(files[3]!, 'utf8')).toBe('');
    expect(regions.EG.orders).toBe(0);
  });

  test('a file that cannot be written is an error', async () => {
    const writer = createLogWriter([join(folder, 'missing', 'log.ndjson')], true);
    writer.write(0, '{}');
    await expect(writer.close()).rejects.toThrow('ENOENT');
  });
});

describe('its counts', () => {
  test('are those of the lines', () => {
    const { payIns, callbacks, broken } = readDay(DEMO_DAY);
    const { BR, EG } = written.regions;
    expect(BR.payInLines + EG.payInLines).toBe(payIns.length);
    expect(BR.callbackLines + EG.callbackLines).toBe(callbacks.length + broken);
    const lines = [...dayLines(DEMO_DAY)].map(({ line }) => line);
    expect(BR.duplicateLines + EG.duplicateLines).toBe(lines.length - new Set(lines).size);
    const scenarios = [...Object.values(BR.scenarios), ...Object.values(EG.scenarios)];
    expect(scenarios.reduce((sum, count) => sum + count)).toBe(3000);
  });

  test('say what the callbacks of clean orders add up to', () => {
    const clean = new Set(
      ordersOf(DEMO_DAY).flatMap(({ order, scenario }) => (isPaidClean(scenario) ? [order.tradeNo] : [])),
    );
    const paidMinor = { BR: 0n, EG: 0n };
    const seen = new Set<string>();
    for (const { region, body } of readDay(DEMO_DAY).callbacks) {
      if (!clean.has(body.tradeNo) || seen.has(body.tradeNo)) continue;
      seen.add(body.tradeNo);
      paidMinor[region] += BigInt(Math.round(body.money.amount * (region === 'BR' ? 1 : 100)));
    }
    expect(seen.size).toBe(written.regions.BR.cleanPaidOrders + written.regions.EG.cleanPaidOrders);
    expect(paidMinor.BR).toBe(written.regions.BR.cleanPaidMinor);
    expect(paidMinor.EG).toBe(written.regions.EG.cleanPaidMinor);
  });
});
