/** What administrators and accountants do to what is stored. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Close, Deliver, NothingLogged, Purge, Settings, Withdraw } from '../actions.ts';
import { OUT } from '../compare-facts.ts';
import { versionFolders } from '../version-folders.ts';
import { Violation, type World } from '../world.ts';
import { run, TOO_EARLY } from './run.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WHY = ['--reason', 'a reason', '--by', 'ana'];

export async function withdraw(world: World, { at, number, fault }: Withdraw): Promise<void> {
  const names = [...world.sources].sort();
  const name = names[number % (names.length || 1)];
  if (name === undefined) return;
  const refusals = fault === undefined ? TOO_EARLY : /^error (AS_OF_TOO_EARLY|SOURCE_WITHDRAWN): /m;
  const { code, stdout, stderr } = await world.command(['withdraw', name, ...WHY, '--json'], {
    at,
    fault,
    refusals,
  });
  if (TOO_EARLY.test(stderr)) return;
  noteRun(world, at);
  const taken = world.kept.withdraw(name);
  world.sources.delete(name);
  // Its lines come again with other files.
  world.pool.giveBack(world.files.get(name) ?? []);
  if (code !== 0 || world.purgedBefore !== '') return;
  const { pay_ins, callbacks } = JSON.parse(stdout) as { pay_ins: number; callbacks: number };
  if (pay_ins + callbacks !== taken)
    throw new Violation(`withdraw ${name}: ${pay_ins + callbacks} records, must be ${taken}`);
}

export async function nothingLogged(world: World, action: NothingLogged): Promise<void> {
  const { at, fault, region, kind, hours } = action;
  const from = new Date(Date.parse(at) - hours * HOUR).toISOString();
  const words = ['ingest', '--nothing-logged', `${from}..${at}`, '--kind', kind, '--region', region];
  await world.command([...words, ...WHY], { at, fault });
}

export async function settings(world: World, { at, zone, fault }: Settings): Promise<void> {
  world.reading = { logsZone: zone };
  world.writeSettings();
  const { stderr } = await world.command(['renormalise', '--json'], { at, fault, refusals: TOO_EARLY });
  if (TOO_EARLY.test(stderr)) return;
  noteRun(world, at);
  world.kept.renormalise(world.reading);
}

/** A command that judges again what it changed publishes as of its own time, also where the clock is wrong. */
function noteRun(world: World, at: string): void {
  world.newestAsOf = Math.max(world.newestAsOf, Date.parse(at));
}

export async function close(world: World, { at, region, daysAgo, fault }: Close): Promise<void> {
  const closed = world.closed.get(region);
  const refusals = /^error (CLOSED_ALREADY|NOT_CLOSED|CLOSING_TOO_EARLY|CLOSING_NOT_READY): /m;
  if (daysAgo === undefined) {
    if (closed === undefined) return;
    const words = ['close', '--through', closed, '--region', region, '--reopen', ...WHY, '--json'];
    const { stdout } = await world.command(words, { at, fault, refusals });
    world.reopened.add(region);
    return noteClosed(world, region, stdout, undefined);
  }
  await run(world, { do: 'run', at });
  const through = new Date(Date.parse(at) - daysAgo * DAY).toISOString().slice(0, 10);
  if (through < (world.firstDate ?? through) || through <= (closed ?? '')) return;
  const words = ['close', '--through', through, '--region', region, ...WHY, '--json'];
  const { stdout, stderr } = await world.command(words, { at, fault, refusals });
  if (/CLOSED_ALREADY/.test(stderr) && fault === undefined) throw new Violation(stderr);
  if (!/CLOSING_/.test(stderr)) noteClosed(world, region, stdout, through);
}

/** @param otherwise what a command left that was repeated, and refused then */
function noteClosed(world: World, region: string, stdout: string, otherwise: string | undefined): void {
  const { regions } =
    stdout === '' ? { regions: [] } : (JSON.parse(stdout) as { regions: { after: string | null }[] });
  const after = regions.length === 0 ? otherwise : (regions[0]!.after ?? undefined);
  if (after === undefined) world.closed.delete(region);
  else world.closed.set(region, after);
}

export async function purge(world: World, { at, daysAgo, fault }: Purge): Promise<void> {
  const before = new Date(Date.parse(at) - daysAgo * DAY).toISOString().slice(0, 10);
  if (world.firstDate === undefined || before <= world.firstDate) return;
  await world.command(['purge', '--before', before, ...WHY, '--json'], { at, fault });
  if (before > world.purgedBefore) world.purgedBefore = before;
  // Evidence of orders that are gone would make new ones of them.
  world.pool.forget(before);
  world.growing += 1;
  world.grown = [];
}

/** Newest versions of the last dates are sent, each file as it was published. */
export async function deliver(world: World, { at, fault }: Deliver): Promise<void> {
  const folders = newest(versionFolders(join(world.place.cwd, OUT)));
  const dates = [...new Set(folders.map((folder) => folder.slice(0, 10)))].sort().slice(-2);
  for (const [index, date] of dates.entries())
    await world.command(['deliver', '--date', date], { at, fault: index === 0 ? fault : undefined });
  for (const folder of folders.filter((one) => dates.includes(one.slice(0, 10)))) {
    if (!existsSync(join(world.place.cwd, 'share', folder, 'orders.csv')))
      throw new Violation(`${folder} was not delivered`);
  }
}

/** The last version of each date and region. */
function newest(folders: readonly string[]): string[] {
  const numberOf = (folder: string) => Number(folder.slice(folder.lastIndexOf('/v') + 2));
  const byPlace = new Map<string, string>();
  for (const folder of folders) {
    const place = folder.slice(0, folder.lastIndexOf('/v'));
    if (numberOf(folder) > numberOf(byPlace.get(place) ?? '/v0')) byPlace.set(place, folder);
  }
  return [...byPlace.values()];
}
