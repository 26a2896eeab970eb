/** The actions of a world, drawn by its seed: the same seed gives the same actions on every machine. */
import { FAULT_POINTS, type FaultPoint } from '../../src/fault-points.ts';
import { createRandom, type Random } from '../../src/simulate/random.ts';
import type { RegionCode } from '../../src/simulate/regions.ts';
import { SCENARIOS } from '../../src/simulate/scenarios.ts';
import type { Action, Orders, Read, Run, Selection } from './actions.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly steps: number;
  /** Whether several processes can use the store at once. */
  readonly isShared: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Cairo's clocks go forward on 24 April and back at the end of 29 October 2026; in June nothing happens. */
const STARTS = ['2026-04-19', '2026-10-24', '2026-06-10'] as const;
const ZONES = ['UTC', 'America/Sao_Paulo', 'Africa/Cairo'] as const;
const MOST_ORDERS = 5;

type Draw = (at: string, random: Random) => Action;

/** By how many of a hundred steps. */
const WEIGHTS: ReadonlyArray<readonly [weight: number, draw: Draw]> = [
  [30, drawRead],
  [26, drawRun],
  [10, drawDecision],
  [4, (at, random) => ({ do: 'withdraw', at, number: random.between(0, 99) })],
  [3, drawNothingLogged],
  [3, (at, random) => ({ do: 'settings', at, zone: ZONES[random.between(0, 2)]! })],
  [4, drawClose],
  [3, (at, random) => ({ do: 'purge', at, daysAgo: random.between(6, 12) })],
  [6, (at) => ({ do: 'deliver', at })],
  [4, drawCapture],
  [3, (at) => ({ do: 'page', at })],
];

const TOTAL = WEIGHTS.reduce((sum, [weight]) => sum + weight, 0);

const SHARED_ONLY = new Set<Action['do']>(['page']);
/** Which faults can be met by which command. */
const FAULTS: Readonly<Partial<Record<Action['do'], readonly FaultPoint[]>>> = {
  read: pointsOf('ingest.'),
  state: pointsOf('ingest.'),
  run: pointsOf('run.', 'publish.', 'outbox.enqueue'),
  withdraw: pointsOf('withdraw.'),
  settings: pointsOf('renormalise.', 'publish.'),
  close: pointsOf('close.'),
  purge: pointsOf('purge.'),
  deliver: pointsOf('deliver.'),
  'nothing-logged': ['declare.nothing-logged', 'declare.commit'],
};

function pointsOf(...beginnings: string[]): FaultPoint[] {
  const all = Object.keys(FAULT_POINTS) as FaultPoint[];
  return all.filter((point) => beginnings.some((beginning) => point.startsWith(beginning)));
}

export function drawActions({ seed, steps, isShared }: WorldOptions): Action[] {
  const random = createRandom(seed, 40);
  random.seek(0);
  const begins = Date.parse(`${STARTS[random.between(0, STARTS.length - 1)]}T00:00:00Z`);
  const actions: Action[] = [];
  // Their own numbers: a world is the same with and without them.
  const statements = createRandom(seed, 42);
  statements.seek(0);
  const isStated = statements.chance(0.5);
  let clock = begins + 18 * HOUR;
  let nextDate = begins;
  for (let step = 0; step < steps; step += 1) {
    random.seek(step + 1);
    statements.seek(step + 1);
    clock += random.between(20, 900) * 60_000;
    for (; nextDate < clock; nextDate += DAY) actions.push(...drawDate(dateOf(nextDate), seed));
    // Now and then the machine's clock is wrong, and is put right before the next command.
    const jump = random.chance(0.06) ? random.between(-40, 40) * HOUR : 0;
    const action = drawStep(new Date(clock + jump).toISOString(), random, isShared);
    actions.push(action);
    if (isStated && statements.chance(0.15))
      actions.push(drawState(new Date(clock + jump).toISOString(), statements));
  }
  return actions;
}

/** Orders of both regions on a date. */
function drawDate(date: string, seed: number): Orders[] {
  const random = createRandom(seed, 41);
  random.seek(Date.parse(date) / DAY);
  const of = (region: RegionCode): Orders => {
    const possible = SCENARIOS.filter(({ rate }) => rate[region] !== 0);
    const orders = Array.from({ length: random.between(1, MOST_ORDERS) }, (_, number) => ({
      scenario: possible[random.between(0, possible.length - 1)]!.name,
      number,
    }));
    return { do: 'orders', date, region, orders, isLocal: random.chance(0.2) };
  };
  return [of('BR'), of('EG')];
}

function drawStep(at: string, random: Random, isShared: boolean): Action {
  if (isShared && random.chance(0.08)) return drawBeside(at, random);
  let left = random.between(0, TOTAL - 1);
  const [, draw] = WEIGHTS.find(([weight]) => {
    left -= weight;
    return left < 0;
  })!;
  const action = draw(at, random);
  if (SHARED_ONLY.has(action.do) && !isShared) return drawRun(at, random);
  return withFault(action, random);
}

function withFault(action: Action, random: Random): Action {
  const points = FAULTS[action.do];
  if (points === undefined || !random.chance(0.25)) return action;
  const point = points[random.between(0, points.length - 1)]!;
  const faults = ['before:kill', 'during:kill', 'after:kill', 'before:error', 'after:error'];
  return { ...action, fault: `${point}:${faults[random.between(0, faults.length - 1)]}` } as Action;
}

function drawSelection(random: Random): Selection {
  return {
    draw: random.word(),
    share: random.between(3, 10) / 10,
    again: random.chance(0.4) ? random.between(1, 4) / 10 : 0,
  };
}

function drawRead(at: string, random: Random): Read {
  const forms = ['ndjson', 'ndjson', 'gzip', 'csv', 'growing'] as const;
  const form = forms[random.between(0, forms.length - 1)]!;
  const canBreak = form === 'gzip' || form === 'growing';
  return {
    ...{ do: 'read', at, form, ...drawSelection(random) },
    ...(form === 'csv' || random.chance(0.3)
      ? { kind: random.chance(0.5) ? ('pay-in' as const) : ('callback' as const) }
      : {}),
    ...(canBreak && random.chance(0.4) ? { harm: 'cut' as const } : {}),
  };
}

function drawRun(at: string, random: Random): Run {
  const run = { do: 'run', at } as const;
  const kind = random.between(0, 9);
  if (kind < 4) return run;
  if (kind === 4) return { ...run, region: random.chance(0.5) ? 'BR' : 'EG' };
  if (kind === 5) return { ...run, hoursAgo: random.between(1, 60) };
  if (kind === 6) return { ...run, isPreview: true, hoursAgo: random.between(0, 90) };
  if (kind === 7) return { ...run, reads: drawSelection(random) };
  const from = random.between(0, 20);
  return { ...run, dates: [from, from + random.between(0, 3)] };
}

function drawDecision(at: string, random: Random): Action {
  const all = [
    'resolve',
    'accept',
    'write-off',
    'approve',
    'decline',
    'note',
    'assign',
    'reopen',
    'undo',
  ] as const;
  return { do: 'decide', at, what: all[random.between(0, all.length - 1)]!, number: random.between(0, 99) };
}

function drawState(at: string, random: Random): Action {
  const action: Action = { do: 'state', at, draw: random.word(), share: random.between(2, 9) / 10 };
  return withFault(action, random);
}

function drawNothingLogged(at: string, random: Random): Action {
  const kind = random.chance(0.5) ? 'pay-ins' : 'callbacks';
  const region = random.chance(0.5) ? 'BR' : 'EG';
  return { do: 'nothing-logged', at, region, kind, hours: random.between(1, 12) };
}

function drawClose(at: string, random: Random): Action {
  const region = random.chance(0.5) ? 'BR' : 'EG';
  if (random.chance(0.25)) return { do: 'close', at, region };
  return { do: 'close', at, region, daysAgo: random.between(2, 6) };
}

function drawCapture(at: string, random: Random): Action {
  return { do: 'capture', at, ...drawSelection(random), kind: 'callback', isKilled: random.chance(0.5) };
}

function drawBeside(at: string, random: Random): Action {
  const one = () => (random.chance(0.5) ? drawRead(at, random) : drawRun(at, random));
  return { do: 'beside', at, first: one(), second: one() };
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
