/**
 * Run as a process of its own, to be killed at any moment: opens the embedded store, whatever state its folder is in,
 * says what it finds, and then reads a log, keeps a decision and publishes; each is said only once it is committed.
 * Arguments: working folder, number of this life, and `publishing` where it is to publish as well.
 * Lines of standard output: `found {"entries":…,"sources":[…],"broken":…}`, `read NAME`, `decided ENTRY`, `off [deviations]` of
 * `verify` once published.
 */
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { auditHead } from '../../../src/audit/audit-head.ts';
import { appendDecisions, findBrokenEntry } from '../../../src/audit/audit-trail.ts';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { openStore } from '../../../src/database/open-store.ts';
import { transaction } from '../../../src/database/store.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { DATE, instant, MORNING, SETTINGS } from '../../export/books.ts';
import { callbackLine, payInLine } from '../../support/records.ts';

const [folder, life, publishing] = process.argv.slice(2) as [string, string, string | undefined];
const settings = { ...SETTINGS, data: join(folder, 'data') };
const at = instant(MORNING);
/** At once: what is buffered goes with the process. */
const say = (line: string) => writeSync(1, `${line}\n`);

const store = await openStore(settings, folder);
const found = await store.session(async (session) => {
  const rows = await session.db.selectFrom('sources').select('name').orderBy('name').execute();
  const { entry } = await auditHead(session);
  return { entries: entry, sources: rows.map(({ name }) => name), broken: await findBrokenEntry(session) };
});
say(`found ${JSON.stringify(found)}`);

const order = { orderNo: `LIFE${life.padStart(6, '0')}`, tradeNo: `T${life}` };
const log = join(folder, `logs/${life}.ndjson`);
mkdirSync(join(folder, 'logs'), { recursive: true });
writeFileSync(log, `${payInLine(order)}\n${callbackLine(order)}\n`);
await ingest(store, settings, { paths: [log], readAt: at });
say(`read ${log}`);

await store.exclusively(() =>
  store.session(async (session) => {
    const [entry] = await transaction(session, () =>
      appendDecisions(session, [{ at, who: 'tester', action: 'note', reason: `life ${life}` }]),
    );
    say(`decided ${entry}`);
  }),
);

if (publishing === 'publishing') {
  const request = { dates: [DATE], asOf: at, startedAt: at, out: join(folder, 'reports') };
  await store.exclusively(() => reconcileDates(store, settings, request));
  say(
    `off ${JSON.stringify(deviationsOf(await verify(store, settings, { dates: [DATE], out: request.out })))}`,
  );
}
await store.close();
