import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchJob } from '../../jobs/watch.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { writeLog } from '../cli/past-day.ts';
import { EVIDENCE, instant } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
});
