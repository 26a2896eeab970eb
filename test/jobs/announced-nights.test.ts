/** What the message about a night has as new: whatever no message has said yet, also if another run or attempt made it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { NightFacts } from '../../src/alerts/alert.ts';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { httpReceiver } from '../alerts/receivers.ts';
import { ended, start } from '../cli/command.ts';
import { DAY, LATE_LINE, workingFolder, writeLog } from '../cli/past-day.ts';
import { feed, instant, LATE_CALLBACK } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { dueAtMoments } from './due-at-moments.ts';

const NEXT_DAY = '2024-11-20';
const EXPIRED = [{ currency: 'BRL', orders: 1, requestedMinor: '12345' }];

onEngines('the message about a night', (engine) => {
  /** A schedule that looks at moments, first at one, and the messages of a region. */
  async function ground(first = '2026-11-26T04:00:00Z') {
    const hook = await httpReceiver();
    const moments = await dueAtMoments(engine, {
      alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook.url, topics: ['night'] }] },
    });
    await moments.at(first);
    const of = (region: string) =>
      hook.received
        .map(({ body }): NightFacts => JSON.parse(body).facts)
        .filter((facts) => facts.region === region);
    /** A night of Brazil, and one of Egypt before which the unpaid order of Brazil has expired. */
    const untilExpired = async () => {
      expect(await moments.at('2026-11-26T05:31:00Z')).toEqual([]);
      expect(of('BR')).toMatchObject([{ date: '2026-11-25', isNew: true, expired: [] }]);
      expect(await moments.at('2026-11-27T00:31:00Z')).toEqual([]);
      expect(of('EG')).toMatchObject([{ date: '2026-11-26', expired: [] }]);
    };
    return { ...moments, of, untilExpired };
  }

  it('counts the orders of its region that a night of another one let expire, once', async () => {
    const { at, of, untilExpired, database } = await ground();
    await untilExpired();
    expect(await at('2026-11-27T05:31:00Z')).toEqual([]);
    expect(of('BR').at(-1)).toMatchObject({ date: '2026-11-26', expired: EXPIRED });
    expect(await at('2026-11-28T05:31:00Z')).toEqual([]);
    expect(of('BR').at(-1)).toMatchObject({ date: '2026-11-27', expired: [] });
    const store = await database.open();
    const { rows } = await store
      .session(({ db }) =>
        sql<{ runs: number }>`select count(*)::integer as runs from night_runs group by region`.execute(db),
      )
      .finally(store.close);
    expect(rows, 'also where a region has no order, and no message').toEqual(rows.map(() => ({ runs: 1 })));
  });

  it('has nothing of the past where a store of an older program does not know what was said', async () => {
    const { at, of, untilExpired, database } = await ground();
    await untilExpired();
    const store = await database.open();
    await store.session(({ db }) => db.deleteFrom('night_runs').execute());
    await store.close();
    expect(await at('2026-11-27T05:31:00Z')).toEqual([]);
    expect(of('BR').at(-1)).toMatchObject({ date: '2026-11-26', isNew: true, expired: [], restated: [] });
  });

  it('leaves out versions that somebody has published meanwhile', async () => {
    const { at, of, database, settings, workingDirectory } = await ground('2026-11-20T04:00:00Z');
    expect(await at('2026-11-20T05:31:00Z')).toEqual([]);
    expect(of('BR').at(-1)).toMatchObject({ date: '2026-11-19', version: 1, isNew: true });
    const store = await database.open();
    await feed(store, join(workingDirectory, 'late.ndjson'), [LATE_CALLBACK]);
    const noon = instant('2026-11-20T15:00:00Z');
    const { publications } = await reconcileDates(store, settings, {
      ...{
        dates: ['2026-11-19', '2026-11-20'],
        region: 'BR',
        asOf: noon,
        startedAt: noon,
        out: settings.out,
      },
    });
    await store.close();
    expect(publications).toMatchObject([
      { date: '2026-11-19', version: 2, state: 'new' },
      { date: '2026-11-20', version: 1, state: 'new' },
    ]);
    expect(await at('2026-11-21T05:31:00Z')).toEqual([]);
    expect(of('BR').at(-1)).toMatchObject({ date: '2026-11-20', version: 1, isNew: false, restated: [] });
  });

  it('has what a night published that was killed before its message was written', async () => {
    const hook = await httpReceiver();
    const cwd = workingFolder();
    const { environment } = await engine.database();
    const settings = {
      ...{ out: 'reports', ingest: { folders: ['logs'], workers: 0 } },
      alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook.url, topics: ['night'] }] },
    };
    writeFileSync(join(cwd, 'payin-recon.yaml'), JSON.stringify(settings));
    const night = async (date: string, fault = '') => {
      const words = ['job', 'run', 'nightly', '--region', 'BR', '--date', date];
      const killed = fault === '' ? {} : { PAYIN_RECON_FAULT: fault };
      const { code } = await ended(start(words, { cwd, environment: { ...environment, ...killed } }));
      return code;
    };
    const said = () =>
      hook.received.map(({ body }) => {
        const { date, version, isNew, expired, restated }: NightFacts = JSON.parse(body).facts;
        return { date, version, isNew, expired, restated };
      });
    const first = { date: DAY, version: 1, isNew: true, expired: EXPIRED, restated: [] };
    expect(await night(DAY, 'job.end:before:kill')).toBeNull();
    expect(said()).toEqual([]);
    expect(await night(DAY)).toBe(0);
    expect(said()).toEqual([first]);

    writeLog(join(cwd, 'logs/late.ndjson'), [LATE_LINE]);
    expect(await night(NEXT_DAY, 'job.end:before:kill')).toBeNull();
    expect(await night(NEXT_DAY)).toBe(0);
    expect(await night(NEXT_DAY)).toBe(0);
    const second = { date: NEXT_DAY, version: 1, expired: [] };
    expect(said()).toEqual([
      first,
      { ...second, isNew: true, restated: [{ date: DAY, region: 'BR', version: 2 }] },
      { ...second, isNew: false, restated: [] },
    ]);
  });
});
