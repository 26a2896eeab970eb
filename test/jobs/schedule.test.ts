import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { now } from '../../src/clock.ts';
import { lockFolder, notePage } from '../../src/database/folder-lock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createLog } from '../../src/log.ts';
import { addDays, localDate } from '../../src/normalise/local-date.ts';
import type { Job } from '../../src/operations/schedule/job.ts';
import { runDue } from '../../src/operations/schedule/run-due.ts';
import { startSchedule } from '../../src/operations/schedule/schedule.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { ended, run, start } from '../cli/command.ts';
import { workingFolderWithStore } from '../cli/past-day.ts';
import { filesBelow, instant, readCsv } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const ZONE = 'America/Sao_Paulo';

/** Brazil alone, its night every second: orders without a region and hourly reading are left out of the way. */
const SETTINGS = `
out: reports
ingest:
  folders: [logs]
jobs:
  ingest: 0 0 1 1 *
  nightly: '* * * * * *'
regions:
  - {name: BR, currencies: [BRL], methods: [PIX], zone: ${ZONE}, amountUnit: minor, decimals: 0, exclusive: true, variant: brazil}
`;

afterEach(() => {
  vi.useRealTimers();
});

onEngines('schedule', (engine) => {
  it('publishes when a job is due, and ends with 0 and a whole store when it is told to stop', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'payin-recon.yaml'), SETTINGS);
    const today = localDate({ seconds: Math.floor(Date.now() / 1000), micros: 0 }, ZONE);
    // Of both, so that midnight in São Paulo may pass in between.
    for (const date of [addDays(today, -1), today]) {
      await writeDay({ date, seed: 1, orders: 20, share: { BR: 1, EG: 0 }, folder: join(cwd, 'logs') });
    }
    const database = await engine.database();
    const daemon = start(['schedule'], { cwd, environment: database.environment });
    const end = ended(daemon);
    await until(() => published(join(cwd, 'reports')) !== undefined);
    daemon.kill('SIGTERM');
    const { code, stdout, stderr } = await end;

    expect(code).toBe(0);
    expect(stdout).toBe('');
    const log = stderr
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(log.filter(({ level }) => ['error', 'fatal'].includes(level))).toEqual([]);
    expect(log.map(({ msg }) => msg)).toContain('schedule started');
    expect(log.map(({ msg }) => msg)).toContain('stopping after the current run');
    expect(log.some(({ msg }) => msg.includes('accepted'))).toBe(true);

    const folder = published(join(cwd, 'reports'))!;
    expect(readCsv(join(folder, 'orders.csv')).length).toBeGreaterThan(0);
    expect(filesBelow(join(cwd, 'reports')).filter((name) => name.includes('.writing-'))).toEqual([]);
    const store = await database.open();
    expect(await migrate(store)).toEqual([]);
    const runs = await store.session(({ db }) => db.selectFrom('runs').select('run_id').execute());
    expect(runs.length).toBeGreaterThan(0);
  });
});

describe('a schedule', () => {
  it('tells a store that cannot be opened, and looks again', async () => {
    const folder = temporaryFolder();
    const taken = join(folder, 'taken');
    writeFileSync(taken, '');
    const { log, told } = keptLog();
    const schedule = startSchedule({
      jobs: JOBS,
      settings: parseSettings({ data: taken, jobs: { nightly: '* * * * * *' } }),
      workingDirectory: folder,
      ...{ now: () => instant('2026-11-20T12:00:00Z'), monotonic: () => 0 },
      log,
    });
    await until(() => told.length >= 2);
    await schedule.stop();
    const count = told.length;
    for (const { fault } of told) expect(fault).toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    await sleep(1500);
    expect(told.length).toBe(count);
  });

  it('says that a page holds the store, beside which no job ever runs', async () => {
    const folder = temporaryFolder();
    const unlock = lockFolder(join(folder, 'lock'));
    const forget = notePage(folder, 'http://127.0.0.1:8080');
    const { log, told } = keptLog();
    const request = {
      ...{ jobs: JOBS, settings: parseSettings({ data: folder }), workingDirectory: folder, log },
      ...{ now: () => instant('2026-11-20T12:00:00Z'), stop: new AbortController().signal },
    };
    const { failures } = await runDue(request);
    expect(failures).toMatchObject([{ code: 'STORE_LOCKED' }]);
    expect(told).toMatchObject([{ msg: 'no job runs while a page holds the store' }]);
    forget();
    expect((await runDue(request)).failures).toEqual([]);
    unlock();
  });

  it('looks again after its clock was put back by a year', async () => {
    const folder = temporaryFolder();
    let at = '2027-11-20T12:00:00Z';
    let looks = 0;
    const schedule = startSchedule({
      ...{ jobs: [], settings: parseSettings({ data: folder }), workingDirectory: folder },
      ...{ now: () => instant(at), monotonic: () => 0, log: keptLog().log },
      refresh: async () => {
        looks += 1;
      },
    });
    await schedule.idle();
    schedule.wake();
    await schedule.idle();
    const before = looks;
    at = '2026-11-20T12:00:00Z';
    schedule.wake();
    await schedule.idle();
    await schedule.stop();
    expect([before, looks]).toEqual([1, 2]);
  });

  it.each([
    ['back by three hours', '2026-11-20T12:00:00Z'],
    ['back by a year', '2025-11-20T15:00:00Z'],
    ['forward by a year', '2027-11-20T15:00:00Z'],
  ])('runs by itself what is due after its clock was put %s', async (_how, next) => {
    // Timers are real; the date stands still where it is set.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(JUST_BEFORE_3PM) });
    const { schedule, runs } = hourly();
    await schedule.idle();
    vi.setSystemTime(Date.parse(next) - 500);
    await until(() => runs.some((line) => line.startsWith('checked') && !line.endsWith(JUST_BEFORE_3PM)));
    vi.setSystemTime(next);
    await until(() => runs.includes(`ran ${next}`));
    await schedule.stop();
    expect(runs.filter((line) => line.startsWith('ran')).at(-1)).toBe(`ran ${next}`);
  });

  it('is not alive without a check for five minutes, whatever its clock says', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(JUST_BEFORE_3PM) });
    let milliseconds = 0;
    const { schedule } = hourly(() => milliseconds);
    await schedule.idle();
    await schedule.stop();
    vi.setSystemTime('2025-11-20T15:00:00Z');
    milliseconds = 300_000;
    expect(schedule.isAlive()).toBe(true);
    vi.setSystemTime('2027-11-20T15:00:00Z');
    expect(schedule.isAlive()).toBe(true);
    milliseconds += 1;
    vi.setSystemTime('2025-11-20T15:00:00Z');
    expect(schedule.isAlive()).toBe(false);
  });

  it('is not begun with an expression that is no time', async () => {
    const cwd = temporaryFolder();
    const { code, stderr } = await run(['schedule'], {
      cwd,
      environment: { PAYIN_RECON_JOBS_INGEST: 'every hour' },
    });
    expect(code).toBe(2);
    expect(stderr).toContain('error SETTINGS_INVALID: ');
    expect(stderr).toContain('jobs.ingest is "every hour"; expected a cron expression');
    expect(readdirSync(cwd)).toEqual([]);
  });
});

const JUST_BEFORE_3PM = '2026-11-20T14:59:59.500Z';

/** A schedule with one job, which is due every hour, and what it did at which time of its clock. */
function hourly(monotonic: () => number = () => 0) {
  const folder = workingFolderWithStore();
  const runs: string[] = [];
  const note = (what: string) => void runs.push(`${what} ${new Date().toISOString().replace('.000Z', 'Z')}`);
  const job: Job = {
    ...{ name: 'hourly', purpose: '', times: () => [{ expression: '0 * * * *', zone: 'UTC' }] },
    run: async () => {
      note('ran');
      return {};
    },
  };
  const schedule = startSchedule({
    ...{ jobs: [job], settings: parseSettings({}), workingDirectory: folder },
    ...{ now, monotonic, log: keptLog().log },
    refresh: async () => note('checked'),
  });
  return { schedule, runs };
}

/** The lines of a log, as a program reads them. */
function keptLog() {
  const told: Array<{ readonly msg: string; readonly fault?: unknown }> = [];
  const stream = { write: (line: string) => void told.push(JSON.parse(line)) };
  return { log: createLog(stream), told };
}

/** The newest version of a date that has orders. */
function published(out: string): string | undefined {
  if (!existsSync(out)) return undefined;
  const folders = readdirSync(out).map((date) => join(out, date, 'BR/latest'));
  return folders.find((folder) => {
    const orders = join(folder, 'orders.csv');
    return existsSync(orders) && readFileSync(orders, 'utf8').split('\r\n').length > 2;
  });
}
