/**
 * `npm run bench`: makes days of logs (kept in test/bench/data), runs the real commands on them as processes of their
 * own, in turn, and prints time, rate and the most memory of each. Options: --orders N (default 1000000, on
 * PostgreSQL), --embedded-orders N (default 100000), --rounds N (default 1).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { textTable } from '../../src/operate/text.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { findServerPrograms, startServer } from '../support/postgres-server.ts';

const DATE = '2026-11-19';
const AS_OF = '2026-11-20T12:00:00Z';
const here = fileURLToPath(new URL('.', import.meta.url));

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    'embedded-orders': { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '1' },
  },
});

interface Measured {
  readonly engine: string;
  readonly orders: number;
  readonly phase: 'ingest' | 'reconcile' | 'again';
  readonly seconds: number;
  readonly megabytes: number;
}

const programs = findServerPrograms();
if (programs === undefined) throw new Error('The benchmark needs PostgreSQL: apt-get install postgresql');
const server = await startServer(programs);
const work = mkdtempSync(join(tmpdir(), 'payin-recon-bench-'));
try {
  const large = Number(values.orders);
  const small = Number(values['embedded-orders']);
  const measured: Measured[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    measured.push(...(await runs('embedded', small, ['--data', join(work, `store-${round}`)])));
    for (const orders of [small, large]) {
      const name = `bench_${orders}_${round}`;
      await createDatabase(name);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      measured.push(...(await runs('postgresql', orders, ['--database-url', url.href])));
    }
  }
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`);
  console.log(`Node ${process.version}\n`);
  console.log(tableOf(measured));
} finally {
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}

async function createDatabase(name: string): Promise<void> {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}

async function runs(engine: string, orders: number, store: string[]): Promise<Measured[]> {
  const logs = await logsOf(orders);
  const out = join(work, `out-${engine}-${orders}-${Math.random()}`);
  const reconcile = ['reconcile', '--date', DATE, '--as-of', AS_OF, '--out', out, ...store];
  return [
    { engine, orders, phase: 'ingest', ...measure(['ingest', logs, ...store]) },
    { engine, orders, phase: 'reconcile', ...measure(reconcile) },
    { engine, orders, phase: 'again', ...measure(reconcile) },
  ];
}

/** A day of that many orders; made once and kept. */
async function logsOf(orders: number): Promise<string> {
  const folder = join(here, 'data', `day-${orders}`);
  if (existsSync(join(folder, 'whole'))) return folder;
  mkdirSync(folder, { recursive: true });
  await writeDay({ date: DATE, seed: 1, orders, folder });
  mkdirSync(join(folder, 'whole'));
  return folder;
}

function measure(words: string[]): { seconds: number; megabytes: number } {
  const usage = join(work, 'usage');
  const start = performance.now();
  const done = spawnSync(process.execPath, [join(here, 'measured.ts'), ...words], {
    env: { ...process.env, BENCH_USAGE_FILE: usage },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error(`payin-recon ${words.join(' ')} ended with ${done.status}`);
  return {
    seconds: (performance.now() - start) / 1000,
    megabytes: Number(readFileSync(usage, 'utf8')) / 1024,
  };
}

function tableOf(measured: readonly Measured[]): string {
  const keys = [...new Set(measured.map((run) => `${run.engine} ${run.orders} ${run.phase}`))];
  const rows = keys.map((key) => {
    const same = measured.filter((run) => `${run.engine} ${run.orders} ${run.phase}` === key);
    const seconds = median(same.map((run) => run.seconds));
    const { engine, orders, phase } = same[0]!;
    return [
      engine,
      String(orders),
      phase,
      seconds.toFixed(1),
      Math.round(orders / seconds).toString(),
      Math.max(...same.map((run) => run.megabytes)).toFixed(0),
    ];
  });
  const header = ['engine', 'orders', 'phase', 'seconds', 'orders/s', 'peak MB'];
  return textTable(header, rows, ['orders', 'seconds', 'orders/s', 'peak MB']);
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
