import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onOwnServer } from '../support/own-server.ts';
import { dayOf } from './days.ts';
import { measuredOf } from './figures.ts';
import { floorRowsOf } from './floor-rows.ts';
import { readOptions } from './options.ts';
import { PROMISES } from './promises.ts';
import { runBench } from './run-bench.ts';
import { PROFILED } from './server-profile.ts';
import { mediansTable, partsTable, promisesTable } from './tables.ts';

const SMALL =
  '--orders 400 --large-orders 800 --embedded-orders 200 --late 10 --many-dates 3 --few-dates 1 --history-orders 100 --week-dates 3 --rounds 1 --page-dates 3 --page-orders 200 --people 4 --page-seconds 2 --download-rows 1000 --callbacks 2000 --pay-ins 500 --connections 8';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'payin-recon-bench-test-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

onOwnServer('the benchmark', (start) => {
  it('measures every promise, hears of phases, and its contestants agree', async () => {
    const server = await start(PROFILED);
    onTestFinished(() => server.stop());
    const data = folder();
    const profile = join(data, 'profiles');
    const options = readOptions([...SMALL.split(' '), '--profile', profile]);
    const { figures, measured, loads } = await runBench(server, join(data, 'days'), options);
    for (const promise of PROMISES) {
      expect(measuredOf(promise, figures, options), promise.name).toBeGreaterThan(0);
    }
    expect(promisesTable({ figures, measured }, options).split('\n')).toHaveLength(PROMISES.length + 2);
    expect(promisesTable({ figures, measured }, options)).not.toContain('not measured');
    expect(loads.map(({ by }) => by).sort()).toEqual(['bare node:http', 'capture', 'nginx', 'sandbox']);
    for (const { wrong, messages, syncs = 1 } of loads) {
      expect(wrong).toBe(0);
      // One sync for many callbacks, however fast the machine is.
      expect(syncs).toBeLessThan(messages);
    }
    const phasesOf = (what: string, by: string) =>
      Object.keys(figures.find((row) => row.what === what && row.by === by)!.phases);
    for (const by of ['PostgreSQL', 'embedded']) {
      expect(phasesOf('ingest', by)).toEqual(expect.arrayContaining(['load', 'merge']));
      expect(phasesOf('night', by)).toEqual(expect.arrayContaining(['judge', 'write']));
    }
    expect(phasesOf('cold', 'DuckDB script').sort()).toEqual(['judge', 'read', 'write']);
    expect(phasesOf('cold', 'PostgreSQL floor').sort()).toEqual(['judge', 'load', 'write']);
    expect(mediansTable({ figures, measured })).toMatch(/\| late +\| DuckDB script +\| +400 \|/);
    expect(phasesOf('cold', 'DuckDB, equal work').sort()).toEqual(['judge', 'read', 'write']);
    for (const what of ['ingest', 'night', 'cold', 'no news', 'late'])
      expect(mediansTable({ figures, measured })).toMatch(
        new RegExp(`\\| ${what} +\\| DuckDB, equal work +\\| +400 \\|`),
      );
    expect(partsTable(figures)).toMatch(/\| write orders +\|/);
    // One for each process, and one for each parser thread.
    const profiles = readdirSync(join(profile, 'day-0')).filter((name) => name.endsWith('.cpuprofile'));
    expect(profiles.length).toBeGreaterThanOrEqual(4);
    const ingested = readFileSync(join(profile, 'day-0', '1-ingest.md'), 'utf8');
    expect(ingested).toMatch(/^\| seconds \| log MB \| written MB \|/m);
    expect(ingested).toMatch(/^\| +CPU s \| function/m);
    // Which functions a sampling finds depends on the machine; that it names their places does not.
    expect(ingested).toMatch(/\| +[\d.]+ \| \S.* [\w./-]+:\d+ +\|/);
    expect(ingested).toMatch(/ copy "?\w/i);
  });

  it('fails if a contestant says something else', async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const data = folder();
    const { payIns } = await floorRowsOf(await dayOf(data, 400));
    appendFileSync(
      payIns,
      'MORE,BR1000217,,PIX,BRL,BR,00,,,2026-11-19 12:00:00+00,2026-11-19 13:00:00+00,100\n',
    );
    const options = readOptions([...SMALL.split(' '), '--only', 'cold']);
    await expect(runBench(server, data, options)).rejects.toThrow(
      /Not the same totals: BR STUCK: \d+ \d+ 0 by DuckDB, \d+ \d+ 0 by the floor/,
    );
  });
});

describe('options of the benchmark', () => {
  it('are read, each with what it is unless told', () => {
    expect(readOptions([])).toMatchObject({ orders: 1_000_000, largeOrders: 5_000_000, rounds: 3 });
    expect(readOptions(['--only', 'late,size']).only).toEqual(['late', 'size']);
  });

  it('are refused if they are unknown', () => {
    expect(() => readOptions(['--only', 'warm'])).toThrow(
      'there are cold, night, late, hourly, statements, embedded, size, history, week, page',
    );
    expect(() => readOptions(['--orders', '1e6'])).toThrow('1e6 is not a whole number above 0');
  });
});
