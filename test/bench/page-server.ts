/**
 * Serves the page in a process of its own, for scenario page, from the compiled program in BENCH_PROGRAM. Its clock is set
 * to the as-of of the day. Parameter: JSON with `out`, the folder of reports, and `at`, the time at its start.
 */
import { join } from 'node:path';
import { compiled, database, instants, loading } from './compiled.ts';
import { serveMeter } from './served.ts';

const serving: typeof import('../../src/cli/start-serving.ts') = await import(
  compiled('cli/start-serving.js')
);
const logs: typeof import('../../src/log.ts') = await import(compiled('log.js'));

const { out, at } = JSON.parse(process.argv[2]!) as { readonly out: string; readonly at: string };
const start = instants.instantOfText(at);
const settings = loading.loadSettings({
  environment: { DATABASE_URL: process.env['DATABASE_URL'] },
  workingDirectory: join(out, '..'),
  overrides: { out },
});
const store = await database.openStore(settings, process.cwd());
const page = await serving.startServing({
  settings: { ...settings, page: { ...settings.page, listen: '127.0.0.1:0' } },
  ...{ store, log: logs.createLog() },
  now: () => instants.addSeconds(start, Math.floor(performance.now() / 1000)),
});
serveMeter(page.url, async () => {
  await page.close();
  await store.close();
});
