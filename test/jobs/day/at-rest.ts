import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { administer } from '../../support/administer.ts';
import type { Program } from './program.ts';
import type { World } from './world.ts';

/** Idle connections are closed after ten seconds at the latest. One that is leaked never is. */
const LONGEST_MILLISECONDS = 600_000;
const AGAIN_MILLISECONDS = 250;

/** What a process holds while nobody asks anything of it. */
export interface Held {
  /** Numbers by kind: open files and sockets, connections, timers. */
  readonly counts: Readonly<Record<string, number>>;
  readonly heapUsed: number;
  readonly arrayBuffers: number;
}

/** Measures once no connection is open any more, or as it is if that does not come about. */
export async function atRest(program: Program, world: World): Promise<Held> {
  const since = performance.now();
  for (;;) {
    const held = await measure(program, world);
    const isOver = performance.now() - since > LONGEST_MILLISECONDS;
    if (isOver || connectionsOf(held) === 0) return held;
    await sleep(AGAIN_MILLISECONDS);
  }
}

const CONNECTIONS = ['resource TCPSocketWrap', 'connection to the database'];

function connectionsOf({ counts }: Held): number {
  return CONNECTIONS.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}

async function measure(program: Program, { data, databaseUrl }: World): Promise<Held> {
  const { heapUsed, arrayBuffers, timers, resources } = await program.measured();
  const kinds = [
    ...openFiles(program.pid, data),
    ...resources.map((name) => `resource ${name}`),
    ...(await connections(databaseUrl)),
  ];
  const counts: Record<string, number> = { 'timer of the schedule': timers };
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return { counts, heapUsed, arrayBuffers };
}

/**
 * A kind for each descriptor; none where the system does not show them. The embedded engine keeps files of its tables open,
 * more as it comes to use them, but each only once.
 */
function openFiles(pid: number, data: string | undefined): string[] {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return [];
  const targets = readdirSync(folder).flatMap((name) => targetOf(join(folder, name)));
  const isOfEngine = (target: string) => data !== undefined && target.startsWith(`${data}/`);
  return targets
    .filter((target, index) => !isOfEngine(target) || targets.indexOf(target) !== index)
    .map(
      (target) => `open ${isOfEngine(target) ? 'again, of the database' : target.replace(/:\[\d+\]$/, '')}`,
    );
}

function targetOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    // It was closed in between.
    return [];
  }
}

async function connections(databaseUrl: string | undefined): Promise<string[]> {
  if (databaseUrl === undefined) return [];
  const rows = await administer(
    databaseUrl,
    `select datname from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows.map(() => 'connection to the database');
}

/** What is held more of than before, and connections that stay open. */
export function heldMore(before: Held, after: Held): string[] {
  return Object.entries(after.counts)
    .filter(([kind, count]) => count > (CONNECTIONS.includes(kind) ? 0 : (before.counts[kind] ?? 0)))
    .map(([kind, count]) => `${kind}: ${before.counts[kind] ?? 0}, then ${count}`)
    .sort();
}
