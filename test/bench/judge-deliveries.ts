/**
 * Ingests deliveries and judges each of them, as the ingest job does with jobs.judge, in a process of its own. Uses the
 * compiled program in BENCH_PROGRAM. Parameter: JSON with `deliveries`.
 */
import { compiled, database, instants, loading } from './compiled.ts';
import type { Delivery } from './deliveries.ts';
import { noteUsage } from './usage.ts';

noteUsage();
const judging: typeof import('../../src/books/run/judge-as-of.ts') = await import(
  compiled('books/run/judge-as-of.js')
);
const reading: typeof import('../../src/ingest/ingest.ts') = await import(compiled('ingest/ingest.js'));

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
