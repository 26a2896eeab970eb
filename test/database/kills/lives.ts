/** Lives of an embedded store, each of a process of its own that is killed somewhere or comes to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Random } from '../../../src/simulate/random.ts';

const LIFE = fileURLToPath(new URL('life.ts', import.meta.url));
const KILLER = new URL('kill-at-write.ts', import.meta.url).href;

/** In which state a folder is before its first life; every one after a kill is to recover. */
export const STATES = ['new', 'laid out', 'migrated'] as const;
export type State = (typeof STATES)[number];

/** About how many changes to files the program makes in a life; one that comes to its end before is not killed. */
const CHANGES: Readonly<Record<State, number>> = { new: 2300, 'laid out': 2300, migrated: 1000 };
const LAYOUT_CHANGES = 3100;
/** Longer than most openings take. */
const LONGEST_MILLISECONDS = 3000;

/** When and how a life ends. */
export interface Death {
  /** As kill-at-write.ts reads it. */
  readonly environment: Readonly<Record<string, string>>;
  /** After which it is killed from outside. */
  readonly milliseconds?: number;
}

export interface Life {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly stderr: string;
  /** What it found when the store was open; undefined if it did not come to that. */
  readonly found?: Found;
  /** What it had committed when it ended. */
  readonly read: readonly string[];
  readonly decided: readonly number[];
  /** What `verify` found to deviate; undefined if it did not come to that. */
  readonly off?: readonly unknown[];
}

export interface Found {
  readonly entries: number;
  readonly sources: readonly string[];
  readonly broken?: unknown;
}

/** Three of four are killed at a change to a file, the others from outside at any moment. */
export function drawDeath(random: Random, state: State): Death {
  if (random.chance(0.25)) return { environment: {}, milliseconds: random.between(0, LONGEST_MILLISECONDS) };
  const torn = random.chance(0.5) ? ':torn' : '';
  if (state === 'new' && random.chance(0.5)) {
    const whom = (['child', 'parent', 'both'] as const)[random.between(0, 2)]!;
    const at = `layout:${random.between(1, LAYOUT_CHANGES)}${torn}`;
    return { environment: { KILL_AT: at, KILL_WHOM: whom } };
  }
  // Half of them while it is opened, which is a small part of what a life writes.
  const most = random.chance(0.5) ? CHANGES[state] : Math.floor(CHANGES[state] / 4);
  return { environment: { KILL_AT: `program:${random.between(1, most)}${torn}` } };
}

/** @param words number of the life, and what else life.ts is to do */
export async function live(folder: string, words: readonly string[], death?: Death): Promise<Life> {
  const child = spawn(process.execPath, [LIFE, folder, ...words], {
    env: {
      ...process.env,
      NODE_OPTIONS: `--import ${KILLER}`,
      NODE_COMPILE_CACHE: join(tmpdir(), 'payin-recon-compiled'),
      ...death?.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  const timer =
    death?.milliseconds === undefined
      ? undefined
      : setTimeout(() => child.kill('SIGKILL'), death.milliseconds);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  // What the process wrote before its end is read; a child of it that goes on holds its outputs open.
  await new Promise((resolve) => setImmediate(resolve));
  const said = (what: string) =>
    stdout.split('\n').flatMap((line) => (line.startsWith(`${what} `) ? [line.slice(what.length + 1)] : []));
  const [found] = said('found');
  const [off] = said('off');
  return {
    code,
    signal,
    stderr,
    read: said('read'),
    decided: said('decided').map(Number),
    ...(found === undefined ? {} : { found: JSON.parse(found) as Found }),
    ...(off === undefined ? {} : { off: JSON.parse(off) as unknown[] }),
  };
}
