/**
 * `npm run bench`: makes days of logs (kept in test/bench/data), runs the real commands on them as processes of their
 * own, in turn, and prints time, rate and the most memory of each, with the ratios that are promised. Options:
 * --orders N (default 1000000, on PostgreSQL), --embedded-orders N (default 100000), --late N (callbacks, default 100),
 * --history-dates N (default 60), --history-orders N (a date, default 50000), --rounds N (default 1), --only
 * engines,late,history.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDatabase, startDatabases } from './databases.ts';
import { datesOf, dayOf, lateCallbacks } from './days.ts';
import { measureEngine } from './engines.ts';
import { type Measured, tableOf } from './figures.ts';
import { HISTORY_AGAINST, measureHistory } from './history.ts';
import { checkTotals, differencesOf, LATE_AGAINST, measureLate } from './late.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    'embedded-orders': { type: 'string', default: '100000' },
    late: { type: 'string', default: '100' },
    'history-dates': { type: 'string', default: '60' },
    'history-orders': { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: 'engines,late,history' },
  },
});
const only = values.only.split(',');
const data = join(fileURLToPath(new URL('.', import.meta.url)), 'data');

const server = await startDatabases();
const work = mkdtempSync(join(tmpdir(), 'payin-recon-bench-'));
try {
  const measured: Measured[] = [];
  const differences: string[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    if (only.includes('engines')) measured.push(...(await embedded(folderOf('embedded', round))));
    if (only.includes('engines') || only.includes('late')) {
      const { figures, differ } = await postgresql(folderOf('postgresql', round));
      measured.push(...figures);
      differences.splice(0, Number.POSITIVE_INFINITY, ...differ);
    }
    if (only.includes('history')) measured.push(...(await history(folderOf('history', round))));
  }
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`);
  console.log(`Node ${process.version}; PostgreSQL with its default settings; medians of ${values.rounds}\n`);
  console.log(tableOf(measured, { ...LATE_AGAINST, ...HISTORY_AGAINST, again: 'reconcile' }));
  if (only.includes('late')) {
    console.log(
      "\nOrders and money requested are the same by DuckDB's script. Outcomes that it tells otherwise (orders,",
    );
    console.log(`requested, paid): ${differences.length === 0 ? 'none' : ''}`);
    for (const line of differences) console.log(`  ${line}`);
  }
} finally {
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}

function folderOf(name: string, round: number): string {
  const folder = join(work, `${name}-${round}`);
  mkdirSync(folder);
  return folder;
}

async function embedded(folder: string): Promise<Measured[]> {
  const orders = Number(values['embedded-orders']);
  const options = ['--data', join(folder, 'store')];
  return measureEngine('embedded', await dayOf(data, orders), orders, { work: folder, options });
}

async function postgresql(folder: string): Promise<{ figures: Measured[]; differ: string[] }> {
  const orders = Number(values.orders);
  const day = await dayOf(data, orders);
  const place = { work: folder, environment: await createDatabase(server) };
  const figures = measureEngine('postgresql', day, orders, place);
  if (!only.includes('late')) return { figures, differ: [] };
  const result = measureLate(day, await lateCallbacks(day, Number(values.late)), orders, place);
  checkTotals(result);
  rmSync(folder, { recursive: true, force: true });
  return { figures: [...figures, ...result.measured], differ: differencesOf(result) };
}

async function history(folder: string): Promise<Measured[]> {
  const orders = Number(values['history-orders']);
  const days = await datesOf(data, Number(values['history-dates']), orders);
  return measureHistory(server, folder, days, orders);
}
