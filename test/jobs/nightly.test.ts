import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'node-cron';
import { describe, expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { ingestJob } from '../../jobs/ingest.ts';
import { nightlyJob } from '../../jobs/nightly.ts';
import { retentionJob } from '../../jobs/retention.ts';
import { verifyJob } from '../../jobs/verify.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { writeLog } from '../cli/past-day.ts';
import { EVIDENCE, instant, readCsv } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const settings = parseSettings({
  ingest: { folders: ['logs'] },
  jobs: {
    ingest: '7 * * * *',
    nightly: '45 3 * * *',
    retention: '0 3 1 * *',
    verify: '0 4 1 * *',
    keepDays: 400,
  },
});

describe('the times of the jobs', () => {
  it('are those of the settings, and nightly runs once for each region in its own zone', () => {
    expect(ingestJob.times(settings)).toEqual([{ expression: '7 * * * *', zone: 'UTC' }]);
    expect(nightlyJob.times(settings)).toEqual([
      { expression: '45 3 * * *', zone: 'America/Sao_Paulo', region: 'BR' },
      { expression: '45 3 * * *', zone: 'Africa/Cairo', region: 'EG' },
      { expression: '45 3 * * *', zone: 'UTC', region: 'other' },
    ]);
  });

  it('are cron expressions where nothing is set, and none where there is nothing to do', () => {
    const times = JOBS.map((job) => ({ job: job.name, times: job.times(parseSettings({})) }));
    for (const { expression } of times.flatMap((one) => one.times)) expect(validate(expression)).toBe(true);
    expect(times.filter((one) => one.times.length === 0).map(({ job }) => job)).toEqual([
      'ingest',
      'deliver',
      'retention',
    ]);
    expect(retentionJob.times(settings)).toEqual([{ expression: '0 3 1 * *', zone: 'UTC' }]);
    expect(verifyJob.times(settings)).toEqual([{ expression: '0 4 1 * *', zone: 'UTC' }]);
  });

  it('of a night tell its date: the day before it, by the clock of the region', () => {
    const [brazil, egypt] = settings.regions;
    expect(nightlyJob.dateOf!(instant('2026-11-20T05:30:00Z'), brazil!.zone)).toBe('2026-11-19');
    expect(nightlyJob.dateOf!(instant('2026-10-29T23:30:00Z'), egypt!.zone)).toBe('2026-10-29');
  });

  it('follow a region that the settings add', () => {
    const mexico = {
      name: 'MX',
      currencies: ['MXN'],
      methods: ['SPEI'],
      zone: 'America/Mexico_City',
      amountUnit: 'major',
      decimals: 2,
      exclusive: true,
      variant: 'none',
    };
    const times = nightlyJob.times(parseSettings({ regions: [mexico, ...settings.regions] }));
    expect(times.map(({ region, zone }) => [region, zone])).toContainEqual(['MX', 'America/Mexico_City']);
  });
});

onEngines('the nightly job', (engine) => {
  /** Runs the job at an instant; gives what it said and the folder that it worked in. */
  async function nightAt(at: string, choice: { region?: string; date?: string } = {}) {
    const workingDirectory = temporaryFolder();
    writeLog(join(workingDirectory, 'day.ndjson'), EVIDENCE);
    const said: string[] = [];
    const context = {
      store: await engine.open(),
      settings: parseSettings({
        ingest: { folders: [join(workingDirectory, 'day.ndjson')] },
        out: 'reports',
      }),
      at: instant(at),
      now: () => instant(at),
      dueAt: instant(at),
      workingDirectory,
      say: (text: string) => said.push(text),
    };
    const regions = choice.region === undefined ? ['BR', 'EG', 'other'] : [choice.region];
    for (const [index, region] of regions.entries()) {
      await nightlyJob.run({ ...context, ...choice, region, isRead: index > 0 });
    }
    return { said: said.join('\n'), out: join(workingDirectory, 'reports') };
  }

  it('takes yesterday by the clock of each region: after midnight UTC it is still the evening in São Paulo', async () => {
    const { said, out } = await nightAt('2026-11-20T00:30:00Z');
    expect(said).toContain('Read 1 file, 7 records: 6 accepted, 0 duplicate, 1 rejected.');
    expect(readdirSync(join(out, '2026-11-18'))).toEqual(['BR']);
    expect(readdirSync(join(out, '2026-11-19'))).toEqual(['EG']);
    expect(readCsv(join(out, '2026-11-18/BR/latest/orders.csv'))).toEqual([]);
    expect(readCsv(join(out, '2026-11-19/EG/latest/orders.csv'))).toMatchObject([{ order_no: 'ORDER00003' }]);
  });

  it('has the same yesterday in every region once the last of them has gone to bed', async () => {
    const { out } = await nightAt('2026-11-20T05:30:00Z');
    expect(readdirSync(out)).toEqual(['2026-11-19']);
    expect(readCsv(join(out, '2026-11-19/BR/latest/orders.csv'))).toHaveLength(3);
  });

  it('takes the day of 25 hours when the clock in Cairo is put back, not the one before', async () => {
    const { out } = await nightAt('2026-10-30T00:30:00Z', { region: 'EG' });
    expect(readdirSync(out)).toEqual(['2026-10-29']);
  });

  it('looks at the one region and date that it is given', async () => {
    const { out } = await nightAt('2026-11-25T12:00:00Z', { region: 'BR', date: '2026-11-19' });
    expect(readdirSync(out)).toEqual(['2026-11-19']);
    expect(readdirSync(join(out, '2026-11-19'))).toEqual(['BR']);
  });
});

onEngines('the ingest job', (engine) => {
  it('says that there is nothing to read where no folder is set', async () => {
    const said: string[] = [];
    await ingestJob.run({
      store: await engine.open(),
      settings: parseSettings({}),
      at: instant('2026-11-20T00:30:00Z'),
      now: () => instant('2026-11-20T00:30:00Z'),
      dueAt: instant('2026-11-20T00:30:00Z'),
      workingDirectory: temporaryFolder(),
      say: (text) => said.push(text),
    });
    expect(said).toEqual(['Nothing to read: set ingest.folders, or sources.']);
  });
});
