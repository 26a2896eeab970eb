/**
 * Judges the stories each time that it is sent the name of a changed file, by the modules that it has loaded and the SQL files as they are then.
 * Arguments: URL of a database for it alone, and the file of the results without a change. It makes both if that file is
 * not there.
 */
import '../../support/setup.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { migrate } from '../../../src/database/migrate.ts';
import { openPostgres } from '../../../src/database/postgres-store.ts';
import { JudgeAgain, keepStories } from './judge-again.ts';
import { allStories } from './stories.ts';

const [url, file] = process.argv.slice(2) as [string, string];
const store = await openPostgres(url);
const stories = allStories();
if (!existsSync(file)) {
  await migrate(store);
  await keepStories(store, stories);
}
await store.session(async (session) => {
  const again = await JudgeAgain.of(session, stories);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await again.unchanged()));
  const unchanged = JSON.parse(readFileSync(file, 'utf8'));
  const ended = new Promise((resolve) => process.once('disconnect', resolve));
  process.on('message', async (file: string) => {
    process.send!({ noticedBy: (await again.noticing(unchanged, file)) ?? null });
  });
  process.send!('ready');
  await ended;
});
await store.close();
