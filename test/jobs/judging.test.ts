/** Findings that are known before the night: the ingest job judges what it has read. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { judgeNow } from '../../src/books/run/judge-as-of.ts';
import { createLog } from '../../src/log.ts';
import { runDue } from '../../src/operations/schedule/run-due.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { httpReceiver } from '../alerts/receivers.ts';
import { instant } from '../export/books.ts';
import { lines, write } from '../ingest/reading.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [BRAZIL] = parseSettings({}).regions as NonNullable<SettingsInput['regions']>;
const NEVER = '0 0 1 1 *';
const REPORTS = [
  'orders',
  'payments',
  'findings',
  'amount-mismatches',
  'stuck-orders',
  'daily-summary',
  'roll-forward',
];
/** A minute after the ingest of 15:05, and after the night of 2026-11-19 in São Paulo. */
const AFTERNOON = '2026-11-19T15:06:00Z';
const EVENING = '2026-11-19T21:06:00Z';
const NIGHT = '2026-11-20T05:31:00Z';

const UNDERPAID = { orderNo: 'UNDERPAID1' };
const IN_TIME = { orderNo: 'INTIME0001' };

/** A schedule that reads a folder every hour. */
async function schedule(engine: Engine, judge: boolean) {
  const folder = temporaryFolder();
  const database = await engine.database();
  const hook = await httpReceiver();
  const settings = parseSettings({
    ...database.settings,
    out: join(folder, 'reports'),
    ingest: { workers: 0 },
    sources: [{ name: 'shop', paths: [join(folder, '*.ndjson')], quietSeconds: 0 }],
    jobs: { ingest: '5 * * * *', watch: NEVER, verify: NEVER, judge },
    regions: [BRAZIL!],
    alerts: {
      channels: [
        {
          name: 'hook',
          kind: 'webhook',
          url: hook.url,
          severity: 'medium',
          topics: ['findings', 'recovered'],
        },
      ],
    },
  });
  const log = createLog({ write: () => undefined });
  const at = async (text: string) => {
    const request = { jobs: JOBS, settings, workingDirectory: folder, now: () => instant(text), log };
    expect((await runDue({ ...request, stop: new AbortController().signal })).failures).toEqual([]);
  };
  return {
    ...{ folder, database, settings, at },
    found: () =>
      hook.received.map(({ body }) => {
        const { facts } = JSON.parse(body);
        return [facts.topic, ...facts.groups.map(({ code }: { code: string }) => code)].join(' ');
      }),
    report: (name: string) => readFileSync(join(folder, `reports/2026-11-19/BR/latest/${name}.csv`), 'utf8'),
  };
}

onEngines('an ingest job that judges', (engine) => {
  it('tells findings within the hour, and leaves the figures of the night as they are', async () => {
    const [judging, reading] = [await schedule(engine, true), await schedule(engine, false)];
    for (const one of [judging, reading]) {
      write(
        one.folder,
        'noon.ndjson',
        lines(payInLine(UNDERPAID), callbackLine({ ...UNDERPAID, amount: '100' })),
      );
      await one.at('2026-11-19T13:30:00Z');
      await one.at(AFTERNOON);
      write(one.folder, 'afternoon.ndjson', lines(payInLine(IN_TIME)));
      await one.at(EVENING);
    }
    expect(judging.found()).toEqual(['findings AMOUNT_MISMATCH', 'findings STUCK_PROCESSING']);
    expect(reading.found()).toEqual([]);
    for (const one of [judging, reading]) {
      write(one.folder, 'night.ndjson', lines(callbackLine(IN_TIME)));
      await one.at(NIGHT);
    }
    expect(judging.found().slice(2)).toEqual(['recovered STUCK_PROCESSING']);
    expect(reading.found()).toEqual(['findings AMOUNT_MISMATCH']);
    for (const name of REPORTS.filter((report) => report !== 'findings'))
      expect(judging.report(name), name).toBe(reading.report(name));
    // Only since when a finding is known differs.
    const without = (text: string) => text.replace(/2026-11-[^,\n]*|,\d+(?=,|\n)/g, '');
    expect(without(judging.report('findings'))).toBe(without(reading.report('findings')));
  });

  it('judges nothing after a run of a later moment, whose results hold', async () => {
    const { database, settings } = await schedule(engine, true);
    const store = await database.open();
    expect((await judgeNow(store, settings, instant(EVENING)))?.runId).toBe(1);
    expect(await judgeNow(store, settings, instant(AFTERNOON))).toBeUndefined();
    expect((await judgeNow(store, settings, instant(EVENING)))?.runId).toBe(2);
  });
});
