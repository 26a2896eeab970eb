/** Plays actions in a new world and checks after each what must hold. */
import type { Action } from './actions.ts';
import { compareAdjusted } from './compare-adjusted.ts';
import { compareStated, contradicted } from './compare-stated.ts';
import { compareStatedReports } from './compare-stated-reports.ts';
import { compareStates } from './compare-states.ts';
import { checkInvariants } from './invariants.ts';
import { judgeAll } from './model/judge.ts';
import { localDate } from './model/times.ts';
import { beside } from './steps/beside.ts';
import { decide } from './steps/decide.ts';
import { close, deliver, nothingLogged, purge, settings, withdraw } from './steps/manage.ts';
import { read } from './steps/read.ts';
import { datesUntil, run } from './steps/run.ts';
import { capture, page } from './steps/serve.ts';
import { state } from './steps/state.ts';
import { type Place, Violation, World } from './world.ts';

export interface Played {
  /** Undefined where all held. */
  readonly failure: { readonly step: number; readonly error: Error } | undefined;
  readonly tally: World['tally'];
}

type Step<What> = (world: World, action: Extract<Action, { do: What }>) => Promise<void>;

const STEPS: { readonly [What in Action['do']]: Step<What> } = {
  ...{ orders, read, run, beside, decide, withdraw, settings, close, purge, deliver, capture, page, state },
  'nothing-logged': nothingLogged,
};

/** At least so long after everything the last run looks, when it is the same date in every zone of a world. */
const AFTERWARDS = 30 * 3_600_000;
const DAY = 86_400_000;
const NOON = 12 * 3_600_000;

export async function play(place: Place, seed: number, actions: readonly Action[]): Promise<Played> {
  const world = new World(place, seed);
  let step = 0;
  try {
    for (const action of actions) {
      step += 1;
      await (STEPS[action.do] as ((world: World, action: Action) => Promise<void>) | undefined)?.(
        world,
        action,
      );
      if (action.do !== 'orders') await checkInvariants(world, action.at, scopeOf(action));
    }
    step += 1;
    await end(world);
    return { failure: undefined, tally: world.tally };
  } catch (error) {
    return { failure: { step, error: error as Error }, tally: world.tally };
  } finally {
    world.close();
  }
}

function scopeOf({ do: what }: Action): 'read' | 'run' | 'all' {
  if (what === 'run' || what === 'beside') return 'run';
  return ['withdraw', 'settings', 'close', 'purge'].includes(what) ? 'all' : 'read';
}

async function orders(world: World, action: Action & { do: 'orders' }): Promise<void> {
  if (world.firstDate === undefined || action.date < world.firstDate) world.firstDate = action.date;
  world.pool.add(action);
}

/** Everything is read at last, every date judged, and all of it is what it must be. */
async function end(world: World): Promise<void> {
  if (world.firstDate === undefined) return;
  const after = Math.max(world.pool.endsAt(), world.latest, world.newestAsOf) + AFTERWARDS;
  const asOf = Math.ceil(after / DAY) * DAY + NOON;
  const at = new Date(asOf).toISOString();
  await read(world, { do: 'read', at, form: 'ndjson', draw: 1, share: 1, again: 0.1 });
  await run(world, { do: 'run', at });
  await checkInvariants(world, at, 'all');
  if (world.newestAsOf !== asOf) throw new Violation('the last run was refused');
  const orders = await contradicted(world, judgeAll(world.kept.all(), asOf));
  const dates = datesUntil(world, asOf);
  compareAdjusted(world, dates, orders);
  await compareStates(world, orders, localDate('America/Sao_Paulo', asOf), at);
  if (!world.hasStatements) return;
  await compareStated(world, asOf);
  await compareStatedReports(world, dates, orders, asOf);
}
