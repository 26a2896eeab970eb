import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { monotonic, now } from '../../src/clock.ts';
import { isoSeconds } from '../../src/normalise/instant.ts';
import { startSchedule } from '../../src/operations/schedule/schedule.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onEngines, type TestDatabase } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Egypt alone, whose night begins in the hour that the clock skips. */
const EGYPT = {
  name: 'EG',
  currencies: ['*'],
  methods: [],
  zone: 'Africa/Cairo',
  amountUnit: 'major',
  decimals: 2,
  exclusive: false,
  variant: 'egypt',
};

afterEach(() => {
  vi.useRealTimers();
});

onEngines('a schedule whose clock is wound', (engine) => {
  async function schedule(at: string) {
    // What the database's driver waits for is real; only timers, by which the schedule wakes, and the date are wound.
    vi.useFakeTimers({
      now: Date.parse(at),
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    const database: TestDatabase = await engine.database();
    const settings = parseSettings({
      ...database.settings,
      regions: [EGYPT],
      jobs: { nightly: '30 0 * * *', watch: '0 0 1 1 *', verify: '0 0 1 1 *' },
    });
    const running = startSchedule({
      jobs: JOBS,
      settings,
      workingDirectory: temporaryFolder(),
      ...{ now, monotonic },
      log: pino({ level: 'silent' }),
    });
    /** Winds the clock on minute by minute, after each of which the schedule does what is due. */
    const wind = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await vi.advanceTimersByTimeAsync(60_000);
        await running.idle();
      }
    };
    /** The machine sleeps: its clock goes on, and nothing runs. */
    const sleep = (until: string) => vi.setSystemTime(Date.parse(until));
    const runs = async () => {
      await running.stop();
      vi.useRealTimers();
      const store = await database.open();
      const rows = await store.session(({ db }) =>
        db
          .selectFrom('job_runs')
          .select(['due_at', 'date', 'outcome'])
          .where('region', '=', 'EG')
          .orderBy('due_at')
          .execute(),
      );
      return rows.map((row) => [isoSeconds(row.due_at), row.date, row.outcome]);
    };
    await running.idle();
    return { wind, sleep, runs };
  }

  it('runs what falls into the hour that Cairo skips, once, and the nights around it', async () => {
    const { wind, sleep, runs } = await schedule('2026-04-22T22:28:00Z');
    await wind(4);
    expect(new Date().toISOString()).toBe('2026-04-22T22:32:00.000Z');
    sleep('2026-04-23T21:57:00Z');
    await wind(6);
    sleep('2026-04-23T22:58:00Z');
    await wind(4);
    sleep('2026-04-24T21:28:00Z');
    await wind(4);
    expect(await runs()).toEqual([
      ['2026-04-22T22:30:00Z', '2026-04-22', 'done'],
      ['2026-04-23T22:00:00Z', '2026-04-23', 'done'],
      ['2026-04-24T21:30:00Z', '2026-04-24', 'done'],
    ]);
  });

  it('makes up for the nights of a machine that slept', async () => {
    const { wind, sleep, runs } = await schedule('2026-11-16T12:00:00Z');
    sleep('2026-11-19T12:00:00Z');
    // The embedded store rests for five minutes where nothing is due.
    await wind(6);
    expect(await runs()).toEqual([
      ['2026-11-16T22:30:00Z', '2026-11-16', 'done'],
      ['2026-11-17T22:30:00Z', '2026-11-17', 'done'],
      ['2026-11-18T22:30:00Z', '2026-11-18', 'done'],
    ]);
  });
});
