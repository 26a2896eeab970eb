import type { Run } from '../actions.ts';
import { compareFacts } from '../compare-facts.ts';
import { Violation, type World } from '../world.ts';
import { checkCounts, fileOf } from './read.ts';

const DAY = 86_400_000;
export const TOO_EARLY = /^error AS_OF_TOO_EARLY: /m;
/** What is left of a purged date is not previewed. */
const TOO_EARLY_OR_PURGED = /^error (AS_OF_TOO_EARLY|VERSION_PURGED): /m;

/** Every date that has begun by a time. */
export function datesUntil(world: World, at: number): string[] {
  const dates: string[] = [];
  if (world.firstDate === undefined) return dates;
  for (let date = Date.parse(world.firstDate); date <= at; date += DAY)
    dates.push(new Date(date).toISOString().slice(0, 10));
  return dates;
}

/** What a run is as of, in milliseconds since 1970. */
export function asOfRun({ at, hoursAgo = 0 }: Run): number {
  return Date.parse(at) - hoursAgo * 3_600_000;
}

/**
 * @param isKnown whether all that was read by now was read before the run began, so that its reports have it
 * @param besideAsOf the as-of of a run of another process, which may end before or after it
 */
export async function run(
  world: World,
  action: Run,
  process: 0 | 1 = 0,
  isKnown = true,
  besideAsOf = Number.NEGATIVE_INFINITY,
): Promise<void> {
  const { at, fault, region, hoursAgo = 0, isPreview = false } = action;
  const asOf = asOfRun(action);
  const all = datesUntil(world, asOf);
  const [from, to] = action.dates ?? [0, all.length - 1];
  const dates =
    action.dates === undefined ? all : all.slice(from % (all.length || 1)).slice(0, to - from + 1);
  if (dates.length === 0) return;
  const file = action.reads === undefined ? undefined : fileOf(world, action.reads, at);
  const words = ['reconcile', '--from', dates[0]!, '--to', dates.at(-1)!, '--json'];
  if (hoursAgo > 0) words.push('--as-of', new Date(asOf).toISOString());
  if (region !== undefined) words.push('--region', region);
  if (isPreview) words.push('--preview', 'preview');
  if (file !== undefined) words.push('--in', file.name);
  const refusals = isPreview && dates[0]! < world.purgedBefore ? TOO_EARLY_OR_PURGED : TOO_EARLY;
  const outcome = await world.command(words, { at, fault, process, refusals });
  if (refusals.test(outcome.stderr)) {
    if (TOO_EARLY.test(outcome.stderr) && asOf >= Math.max(world.newestAsOf, besideAsOf))
      throw new Violation(`${words.join(' ')}: ${outcome.stderr}`);
    if (file === undefined) return;
    const { stdout } = await world.command(['ingest', file.name, '--json'], { at, process });
    return checkCounts(world, file, stdout, true);
  }
  if (file !== undefined) checkCounts(world, file, outcome.stdout, fault !== undefined);
  if (isPreview) return;
  const isNewest = asOf >= world.newestAsOf;
  world.newestAsOf = Math.max(world.newestAsOf, asOf);
  if (isKnown && isNewest && region === undefined && action.dates === undefined && process === 0)
    await compareFacts(world, dates, asOf);
}
