/**
 * Makes a store of test/upgrades/stores with the code of an earlier commit of this repository:
 *
 *   npx node test/upgrades/make-store.ts COMMIT
 *
 * The commit's own program reads the logs beside this file, reconciles, decides, closes and publishes, on a temporary
 * PostgreSQL server. Kept are the SQL of the store, the working folder without logs, and how they were made. The program runs with
 * the packages of this working copy, which have to be those that it needs or newer.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, constants as zlib, zstdCompressSync } from 'node:zlib';
import { packageRoot } from '../../src/database/package-root.ts';
import { administer, databaseUrl } from '../support/administer.ts';
import { findServerPrograms, startServer } from '../support/postgres-server.ts';
import { MAPS } from './maps.ts';
import { FOLDER_ARCHIVE, LOGS, STORE_DUMP, STORES, WITH_STATEMENTS } from './stores.ts';

const CLOCK = new URL('../crashes/fixed-clock.ts', import.meta.url).href;
const RECONCILE = ['reconcile', '--from', '2024-11-11', '--to', '2024-11-19'];
const BY = ['--reason', 'agreed with the merchant', '--by', 'ana'];
/** Versions have much in common, but far apart. */
const SMALLEST = {
  [zlib.ZSTD_c_compressionLevel]: 19,
  [zlib.ZSTD_c_enableLongDistanceMatching]: 1,
  [zlib.ZSTD_c_windowLog]: 24,
};

interface Step {
  readonly words: readonly string[];
  readonly now: string;
  /** Earlier programs have no such command. */
  readonly since?: string;
}

/** What is done in the store. Every program does what it can. */
const STEPS: readonly Step[] = [
  ...statements('2024-11-20T11:00:00Z', 'portal-day.csv', 'fawry.csv'),
  { words: ['ingest', 'logs/day.ndjson'], now: '2024-11-20T12:00:00Z' },
  { words: [...RECONCILE, '--as-of', '2024-11-20T12:00:00Z'], now: '2024-11-20T12:00:01Z' },
  ...[
    ['accept', 'NOREQUEST001', 'ORPHAN_CALLBACK', ...BY],
    ['write-off', 'WAITING00001', 'STUCK_PROCESSING', ...BY],
    ['assign', 'PAIDSHORT001', 'AMOUNT_MISMATCH', '--person', 'bruno', '--by', 'ana'],
    ['note', 'PAIDSHORT001', 'AMOUNT_MISMATCH', '--text', 'ten centavos', '--by', 'bruno'],
    ['resolve', 'PAIDSHORT001', 'AMOUNT_MISMATCH', ...BY],
    ['reopen', 'PAIDSHORT001', 'AMOUNT_MISMATCH', ...BY],
  ].map((words) => ({ words: ['findings', ...words], now: '2024-11-20T13:00:00Z', since: '000008' })),
  ...statements('2024-11-20T15:00:00Z', 'portal-corrected.csv', 'bank.csv'),
  { words: ['ingest', 'logs/late.ndjson'], now: '2024-11-20T16:00:00Z' },
  { words: [...RECONCILE, '--as-of', '2024-11-20T16:00:00Z'], now: '2024-11-20T16:00:01Z' },
  {
    words: ['close', '--through', '2024-11-18', '--force', ...BY],
    now: '2024-11-20T17:00:00Z',
    since: '000012',
  },
  ...statements('2024-11-20T18:00:00Z', 'portal-withdrawn.csv'),
  { words: ['ingest', 'logs/after-close.ndjson'], now: '2024-11-20T18:30:00Z' },
  { words: [...RECONCILE, '--as-of', '2024-11-20T18:30:00Z'], now: '2024-11-20T18:30:01Z' },
  {
    words: ['user', 'add', 'carla', '--role', 'approver', '--proxy', '--by', 'ana'],
    now: '2024-11-20T19:00:00Z',
    since: '000025',
  },
  { words: ['withdraw', 'logs/late.ndjson', ...BY], now: '2024-11-20T20:00:00Z', since: '000030' },
  {
    words: ['withdraw', 'logs/portal-withdrawn.csv', ...BY],
    now: '2024-11-20T20:00:00Z',
    since: WITH_STATEMENTS,
  },
  {
    words: [...RECONCILE, '--as-of', '2024-11-20T20:00:00Z'],
    now: '2024-11-20T20:00:01Z',
    since: '000030',
  },
  { words: ['deliver', '--date', '2024-11-19'], now: '2024-11-20T21:00:00Z', since: '000031' },
];

const [given = ''] = process.argv.slice(2);
const commit = execFileSync('git', ['rev-parse', '--short=12', '--verify', `${given}^{commit}`], {
  cwd: packageRoot,
  encoding: 'utf8',
}).trim();
const folder = mkdtempSync(join(tmpdir(), 'payin-recon-store-of-'));
const programs = findServerPrograms();
if (programs === undefined) throw new Error('no server programs of PostgreSQL on this machine');
const server = await startServer(programs);
try {
  await administer(
    server.url,
    "create database recon template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'",
  );
  const program = checkOut(join(folder, 'program'));
  const number = readdirSync(join(program, 'sql/migrations')).sort().at(-1)!.slice(0, 6);
  const cwd = join(folder, 'work');
  const url = databaseUrl(server.url, 'recon');
  const done = carryOut(program, number, cwd, url);
  keep(join(STORES, number), cwd, url, done);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function checkOut(into: string): string {
  mkdirSync(into);
  const archive = execFileSync('git', ['archive', commit], { cwd: packageRoot, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', into], { input: archive });
  symlinkSync(join(packageRoot, 'node_modules'), join(into, 'node_modules'));
  return into;
}

/** Reads statements and account statements, if the program can. */
function statements(now: string, ...names: string[]): Step[] {
  return [{ words: ['ingest', ...names.map((name) => `logs/${name}`)], now, since: WITH_STATEMENTS }];
}

function settingsFor(number: string): object {
  const statuses = { failed: ['FAILED'], reversed: ['REFUNDED'] };
  if (number < '000031') return { statuses };
  const deliveries = [{ name: 'share', kind: 'folder', folder: 'share', regions: ['BR'] }];
  if (number < WITH_STATEMENTS) return { statuses, deliveries };
  const fees = [{ region: 'BR', from: '2024-11-01', percent: '1', rounding: 'half-up' }];
  return { statuses, deliveries, fees, map: MAPS };
}

/** @returns the commands, as one would type them */
function carryOut(program: string, number: string, cwd: string, url: string): string[] {
  cpSync(LOGS, join(cwd, 'logs'), { recursive: true });
  mkdirSync(join(cwd, 'share'));
  writeFileSync(join(cwd, 'payin-recon.yaml'), JSON.stringify(settingsFor(number)), { mode: 0o600 });
  return STEPS.filter(({ since = '' }) => since <= number).map(({ words, now }) => {
    const { status, stderr } = spawnSync(process.execPath, [join(program, 'src/cli/main.ts'), ...words], {
      cwd,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        CRASH_NOW: now,
        NODE_OPTIONS: `--import ${CLOCK}`,
      },
    });
    if (status !== 0 && status !== 1) throw new Error(`${words.join(' ')}: ${stderr}`);
    return `payin-recon ${words.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ')}`;
  });
}

function keep(into: string, cwd: string, url: string, done: readonly string[]): void {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const options = ['--no-owner', '--no-privileges', '--rows-per-insert=100', `--dbname=${url}`];
  const dump = execFileSync(join(programs!, 'pg_dump'), options, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  // Commands of psql, which no other client knows.
  writeFileSync(join(into, STORE_DUMP), gzipSync(dump.replaceAll(/^\\.*\n/gm, ''), { level: 9 }));
  const sorted = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  const archive = execFileSync(
    'tar',
    ['-c', ...sorted, '-C', cwd, 'payin-recon.yaml', 'payin-recon-reports', 'share'],
    { maxBuffer: 2 ** 28 },
  );
  writeFileSync(join(into, FOLDER_ARCHIVE), zstdCompressSync(archive, { params: SMALLEST }));
  writeFileSync(join(into, 'made-by.txt'), `commit ${commit}\n\n${done.join('\n')}\n`);
}
