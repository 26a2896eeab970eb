/**
 * Ingests deliveries and judges each of them, as the ingest job does with jobs.judge, in a process of its own. Uses the
 * compiled program in BENCH_PROGRAM. Parameter: JSON with `deliveries`.
 */
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Delivery } from './deliveries.ts';
import { noteUsage } from './usage.ts';

noteUsage();
const compiled = (path: string) =>
  pathToFileURL(join(dirname(process.env['BENCH_PROGRAM']!), '..', path)).href;
const judging: typeof import('../../src/books/run/judge-as-of.ts') = await import(
  compiled('books/run/judge-as-of.js')
);
const database: typeof import('../../src/database/open-store.ts') = await import(
  compiled('database/open-store.js')
);
const reading: typeof import('../../src/ingest/ingest.ts') = await import(compiled('ingest/ingest.js'));
const instants: typeof import('../../src/normalise/instant.ts') = await import(
  compiled('normalise/instant.js')
);
const loading: typeof import('../../src/settings/load-settings.ts') = await import(
  compiled('settings/load-settings.js')
);

const { deliveries } = JSON.parse(process.argv[2]!) as { readonly deliveries: readonly Delivery[] };
const settings = loading.loadSettings({
  environment: { DATABASE_URL: process.env['DATABASE_URL'] },
  workingDirectory: process.cwd(),
});
const store = await database.openStore(settings, process.cwd());
for (const { folder, asOf } of deliveries) {
  const at = instants.instantOfText(asOf);
  await reading.ingest(store, settings, { paths: [folder], readAt: at });
  await judging.judgeNow(store, settings, at);
}
await store.close();
console.log('{}');
