import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { watchJob } from '../../jobs/watch.ts';
import type { Session } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { writeLog } from '../cli/past-day.ts';
import { EVIDENCE, instant } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { dueAtMoments } from './due-at-moments.ts';

it('the watch runs at the times of the settings, for all regions at once', () => {
  const settings = parseSettings({ jobs: { watch: '3-59/20 * * * *' } });
  expect(watchJob.times(settings)).toEqual([{ expression: '3-59/20 * * * *', zone: 'UTC' }]);
});

onEngines('the watch job', (engine) => {
  async function run(folders: string[]) {
    const said: string[] = [];
    const done = watchJob.run({
      store: await engine.emptied(),
      settings: parseSettings({ ingest: { folders } }),
      at: instant('2026-11-19T15:00:00Z'),
      now: () => instant('2026-11-19T15:00:00Z'),
      dueAt: instant('2026-11-19T15:00:00Z'),
      workingDirectory: temporaryFolder(),
      say: (text) => said.push(text),
    });
    return { said, done };
  }

  it('reads what is new, then says what it found', async () => {
    const log = join(temporaryFolder(), 'day.ndjson');
    writeLog(log, EVIDENCE);
    const { said, done } = await run([log]);
    await done;
    expect(said).toEqual([
      expect.stringContaining('Read 1 file, 7 records: 6 accepted'),
      expect.stringMatching(/^Nothing unusual: 0 groups .*, \d too new to compare\.$/),
    ]);
  });

  it('watches what was read before also where a source cannot be read, and says so beside it', async () => {
    const { said, done } = await run([join(temporaryFolder(), 'missing')]);
    expect(await done).toMatchObject({ aside: { code: 'SOURCE_NOT_FOUND' } });
    expect(said).toEqual([
      'Nothing unusual: 0 groups of method and merchant compared with the weeks before.',
    ]);
  });

  it('leaves no alarm open of what is no longer watched, also where it watches nothing and never runs', async () => {
    const { at, database } = await dueAtMoments(engine);
    const within = async <T>(work: (session: Session) => Promise<T>) => {
      const store = await database.open();
      try {
        return await store.session(work);
      } finally {
        await store.close();
      }
    };
    await within(({ db }) =>
      sql`insert into watch_alarms (measure, region, merchant_id, payment_method, since, raised_at, ended_at, facts) values
        ('silent', 'BR', 'M1', 'PIX', '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z', null, '{}'),
        ('stuck', 'BR', 'M1', 'PIX', '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z', null, '{}'),
        ('stuck', 'EG', 'M3', 'FAWRY', '2026-11-19T10:00:00Z', '2026-11-19T10:30:00Z', '2026-11-19T12:00:00Z', '{}')`.execute(
        db,
      ),
    );
    const ends = () =>
      within(async ({ db }) =>
        (
          await db.selectFrom('watch_alarms').select(['measure', 'ended_at']).orderBy('alarm_id').execute()
        ).map(({ measure, ended_at }) => [measure, ended_at && new Date(ended_at).toISOString()]),
      );
    const EARLIER = ['stuck', '2026-11-19T12:00:00.000Z'];
    expect(await at('2026-11-20T11:00:00Z')).toEqual([]);
    expect(await ends()).toEqual([['silent', null], ['stuck', null], EARLIER]);
    await at('2026-11-20T12:00:00Z', { watch: { measures: ['stuck'] } });
    const silent = ['silent', '2026-11-20T12:00:00.000Z'];
    expect(await ends()).toEqual([silent, ['stuck', null], EARLIER]);
    await at('2026-11-20T13:00:00Z', { watch: { measures: [] } });
    expect(await ends()).toEqual([silent, ['stuck', '2026-11-20T13:00:00.000Z'], EARLIER]);
  });
});
