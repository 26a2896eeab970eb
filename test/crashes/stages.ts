/** Working folders and stores in which a scene begins; each is made once for an engine and then copied. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import type { Store } from '../../src/database/store.ts';
import { ORDERS_A_LANE } from '../../src/reconcile/lanes.ts';
import { type Outcome, run } from '../cli/command.ts';
import { DAY_AFTER, LATE_LINE, LINES, toPast, writeLog } from '../cli/past-day.ts';
import { administer, databaseUrl, dropDatabase } from '../support/administer.ts';
import { payInLine } from '../support/records.ts';
import { BOTH_DATES, type Stage } from './scenes.ts';

const CLOCK = new URL('fixed-clock.ts', import.meta.url).href;
export const NOW = '2024-11-20T16:00:00Z';

/** A folder with logs and settings, and its store. */
export interface Place {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  open(): Promise<Store>;
  /** Takes the place away. */
  remove(): Promise<void>;
}

/** The commands that lead to a stage, from the stage before it. */
const LEADING: Readonly<Record<Stage, { readonly from?: Stage; readonly words?: readonly string[] }>> = {
  'laid out': {},
  migrated: {},
  'many read': { from: 'migrated', words: ['ingest', 'many.ndjson'] },
  read: { from: 'migrated', words: ['ingest', 'logs'] },
  published: { from: 'read', words: ['reconcile', ...BOTH_DATES, '--as-of', DAY_AFTER] },
};

/** Runs a command at a place, in a process of its own and at a fixed time. */
export function runAt(
  { cwd, environment }: Place,
  words: readonly string[],
  { now = NOW, ...more }: { readonly now?: string } & Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return run(words, { cwd, isApart: true, environment: atFixedTime({ ...environment, ...more }, now) });
}

export function atFixedTime(
  environment: Readonly<Record<string, string>>,
  now = NOW,
): Record<string, string> {
  const others = environment['NODE_OPTIONS'] ?? '';
  return { ...environment, CRASH_NOW: now, NODE_OPTIONS: `--import ${CLOCK} ${others}`.trim() };
}

/** Stages of an engine, with the address that messages go to. */
export function stagesOf(engine: Store['engine'], hook: string) {
  const made = new Map<Stage, Promise<Place>>();
  const template = (stage: Stage): Promise<Place> => {
    if (!made.has(stage)) made.set(stage, makeStage(stage));
    return made.get(stage)!;
  };
  const makeStage = async (stage: Stage): Promise<Place> => {
    const { from, words } = LEADING[stage];
    if (from === undefined) return newPlace(engine, stage === 'laid out' ? 'empty' : 'migrated', hook);
    const place = await copyOf(engine, await template(from));
    if (stage === 'many read') writeLog(join(place.cwd, 'many.ndjson'), manyLines());
    const { code, stderr } = await runAt(place, words!);
    if (code !== 0 && code !== 1) throw new Error(`${words!.join(' ')}: ${stderr}`);
    return place;
  };
  return {
    /** A new place in a stage. */
    begin: async (stage: Stage) => copyOf(engine, await template(stage)),
    remove: async () => {
      for (const place of await Promise.all(made.values())) await place.remove();
    },
  };
}

/** What provider and bank say: as called back, of a lost callback, of another amount, returned, of no order, and booked. */
const STATED: readonly string[] = [
  statedLine('ORDER00001', 'T1', { gross: '200.00', fee: '2.00', net: '198.00', payout_id: 'PO-1' }),
  statedLine('ORDER00002', 'T2', { gross: '123.45', payout_id: 'PO-2', row_id: 'R-2' }),
  statedLine('ORDER00003', 'T3', { gross: '151.50', currency: 'EGP', row_id: 'R-3' }),
  statedLine('ORDER00003', 'T3', { type: 'refund', gross: '10.00', currency: 'EGP' }),
  statedLine('ORDER00009', 'T9', { gross: '9.00' }),
  JSON.stringify({ bank: { booked_on: '2024-11-20', amount: '198.00', currency: 'BRL', reference: 'PO-1' } }),
];

function statedLine(orderNo: string, tradeNo: string, more: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    statement: {
      ...{ order_no: orderNo, trade_no: tradeNo, type: 'payment', status: 'paid', currency: 'BRL' },
      ...{ completed_at: '2024-11-19T13:06:00Z', settled_on: '2024-11-20', ...more },
    },
  });
}

/** Enough for two lanes; every fourth is paid, as a statement says. */
function manyLines(): string[] {
  return Array.from({ length: 2 * ORDERS_A_LANE + 1 }, (_, index) => {
    const number = String(index).padStart(6, '0');
    const [orderNo, tradeNo] = [`MANY${number}`, `T${number}`];
    const asked = toPast(payInLine({ orderNo, tradeNo }));
    return index % 4 === 0 ? [asked, statedLine(orderNo, tradeNo, { gross: '200.00' })] : [asked];
  }).flat();
}

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'payin-recon-crash-'));
}

async function newPlace(
  engine: Store['engine'],
  content: 'empty' | 'migrated',
  hook: string,
): Promise<Place> {
  const cwd = folder();
  await mkdir(join(cwd, 'logs'));
  await mkdir(join(cwd, 'place'));
  writeLog(join(cwd, 'logs/day.ndjson'), LINES);
  writeLog(join(cwd, 'logs/late.ndjson'), [LATE_LINE, LINES[0]!, LINES[1]!]);
  writeLog(join(cwd, 'logs/stated.ndjson'), STATED);
  const settings = {
    reconcile: { lanes: 2 },
    alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook }] },
    deliveries: [{ name: 'share', kind: 'folder', folder: 'place', regions: ['BR'] }],
  };
  writeFileSync(join(cwd, 'payin-recon.yaml'), JSON.stringify(settings), { mode: 0o600 });
  const templates = inject('templates');
  if (engine === 'embedded') {
    cpSync(templates.embedded[content], join(cwd, '.payin-recon'), { recursive: true });
    return embeddedAt(cwd);
  }
  return serverAt(cwd, templates.postgresql![content]);
}

async function copyOf(engine: Store['engine'], { cwd, environment }: Place): Promise<Place> {
  const copy = folder();
  cpSync(cwd, copy, { recursive: true, verbatimSymlinks: true });
  if (engine === 'embedded') return embeddedAt(copy);
  return serverAt(copy, `template "${new URL(environment['DATABASE_URL']!).pathname.slice(1)}"`);
}

function embeddedAt(cwd: string): Place {
  return {
    cwd,
    environment: {},
    open: () => openEmbedded(join(cwd, '.payin-recon')),
    remove: async () => rmSync(cwd, { recursive: true, force: true }),
  };
}

async function serverAt(cwd: string, template: string): Promise<Place> {
  const { adminUrl, prefix } = inject('templates').postgresql!;
  const name = `${prefix}_${randomBytes(8).toString('hex')}`;
  await administer(adminUrl, `create database ${name} ${template}`);
  const url = databaseUrl(adminUrl, name);
  return {
    cwd,
    environment: { DATABASE_URL: url },
    open: () => openPostgres(url),
    remove: async () => {
      await dropDatabase(adminUrl, name);
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}
