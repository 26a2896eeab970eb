/**
 * Serves the page in a process of its own, for scenario page. Its clock is set to the as-of of the day.
 * Parameter: JSON with `out`, the folder of reports, and `at`, the time at its start.
 */
import { join } from 'node:path';
import { startServing } from '../../src/cli/start-serving.ts';
import { openStore } from '../../src/database/open-store.ts';
import { createLog } from '../../src/log.ts';
import { addSeconds, instantOfText } from '../../src/normalise/instant.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { serveMeter } from './served.ts';

const { out, at } = JSON.parse(process.argv[2]!) as { readonly out: string; readonly at: string };
const start = instantOfText(at);
const settings = loadSettings({
  environment: { DATABASE_URL: process.env['DATABASE_URL'] },
  workingDirectory: join(out, '..'),
  overrides: { out },
});
const store = await openStore(settings, process.cwd());
const page = await startServing({
  settings: { ...settings, page: { ...settings.page, listen: '127.0.0.1:0' } },
  ...{ store, log: createLog() },
  now: () => addSeconds(start, Math.floor(performance.now() / 1000)),
});
serveMeter(page.url, async () => {
  await page.close();
  await store.close();
});
