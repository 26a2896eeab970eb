/**
 * The program behind `npm run circle`: a day's traffic from merchants over capture to the sandbox and back, with every
 * fault at once, then read, reconciled, and compared with what the sandbox knows to be true.
 * Parameters: --orders (default 100,000), --seed (1), --date (2026-11-19), --database-url (else embedded).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../src/database/open-store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { compareDay } from './compare-day.ts';
import { playDay } from './play-day.ts';

const MOST_SHOWN = 20;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    date: { type: 'string', default: '2026-11-19' },
    'database-url': { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'payin-recon-circle-'));
try {
  const day = { folder, date: values.date, orders: Number(values.orders), seed: Number(values.seed) };
  const seconds = stopwatch();
  const played = await playDay(day);
  console.log(
    `Played ${played.calls.length} requests and ${deliveriesOf(played)} callbacks of ${day.date} in ${seconds()} s`,
  );
  const url = values['database-url'];
  const settings = parseSettings({
    data: join(folder, 'store'),
    ...(url === undefined ? {} : { databaseUrl: url }),
  });
  const store = await openStore(settings, folder);
  try {
    const { orders, payments, counts, differences } = await compareDay(store, day, played);
    console.log(`Reconciled ${orders} orders with ${payments} payments in ${seconds()} s`);
    console.table(
      Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1))),
    );
    for (const difference of differences.slice(0, MOST_SHOWN)) console.log(difference);
    console.log(`${differences.length} differences`);
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await store.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function stopwatch(): () => string {
  let from = performance.now();
  return () => {
    const took = performance.now() - from;
    from = performance.now();
    return (took / 1000).toFixed(1);
  };
}

function deliveriesOf({ orders }: Awaited<ReturnType<typeof playDay>>): number {
  return orders.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
}
