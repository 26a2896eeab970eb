import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOBS } from '../../../jobs/all.ts';
import { addSeconds, type Instant, secondsBetween } from '../../../src/normalise/instant.ts';
import { dueTimes } from '../../../src/operations/schedule/due-times.ts';
import type { JobPlan } from '../../../src/operations/schedule/job-run.ts';
import { jobPlans } from '../../../src/operations/schedule/plans.ts';
import { instant } from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { atRest, type Held, heldMore } from './at-rest.ts';
import { QUARTER_SECONDS } from './day-logs.ts';
import { Program } from './program.ts';
import { Visitor } from './visitor.ts';
import { makeWorld, USER, unexpectedFiles, type World } from './world.ts';

/** The night of Brazil is within both; `npm run day` takes the whole. */
const HOURS = process.env['TEST_DAY'] === 'whole' ? 24 : 4;
/** By then everything is loaded and compiled that is used again and again. */
const HEAP_SINCE = HOURS / 4;
/** Much less than what it would be if something was kept of each request, run or read line. */
const MOST_HEAP_GROWTH = 0.1;
const START = instant('2026-11-20T02:00:00Z');
const NIGHT = '2026-11-19';
const DAYS = {
  at: START,
  published: ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18'],
  arriving: [NIGHT, '2026-11-20', '2026-11-21'],
  ordersPerDate: 600,
};

onEngines('a day of the program with the page open', (engine) => {
  it('ends with what was held after an hour', { timeout: 1_800_000 }, async () => {
    const world = await makeWorld(engine, DAYS);
    const program = new Program({ ...world, at: START });
    const { held, runs } = await live(engine, world, program);
    const unexpected = unexpectedFiles(world);
    expect(await program.stop()).toBe(0);

    expect(program.runs).toBe(runs);
    expect(readdirSync(join(world.delivered, 'BR'))).toContain(NIGHT);
    const [first, settled, last] = [1, HEAP_SINCE, HOURS].map((hour) => held.get(hour)!) as [
      Held,
      Held,
      Held,
    ];
    console.log(figures(engine, held));
    expect(heldMore(first, last)).toEqual([]);
    expect(unexpected).toEqual([]);
    expect(last.heapUsed / settled.heapUsed - 1).toBeLessThan(MOST_HEAP_GROWTH);
  });
});

/** Lets the hours pass; gives what was held at the end of some, and the number of runs that were due. */
async function live(engine: Engine, world: World, program: Program) {
  const { page, monitor } = await program.addresses();
  const visitor = new Visitor(page, USER, DAYS.published.at(-1)!);
  const plans = jobPlans(JOBS, world.settings);
  const held = new Map<number, Held>();
  let runs = 0;
  await visitor.visit();
  for (let quarter = 1; quarter <= HOURS * 4; quarter += 1) {
    const end = addSeconds(START, quarter * QUARTER_SECONDS);
    world.logs.arrive(quarter, end);
    for (const { at, due } of dueBetween(plans, addSeconds(end, -QUARTER_SECONDS), end)) {
      await Promise.all([program.windTo(at, due), visitor.look(engine.name)]);
      runs += due.length;
    }
    await program.windTo(end);
    await visitor.visit();
    const metrics = await fetch(`${monitor}/metrics`);
    expect(await metrics.text()).toContain('payin_recon');
    const hour = quarter / 4;
    if (Number.isInteger(hour)) await visitor.reconcile();
    if ([1, HEAP_SINCE, HOURS].includes(hour)) held.set(hour, await atRest(program, world));
  }
  return { held, runs };
}

function figures({ name }: Engine, held: ReadonlyMap<number, Held>): string {
  const lines = [...held].map(([hour, { counts, heapUsed, arrayBuffers }]) => {
    const sum = (prefix: string) =>
      Object.entries(counts).reduce((all, [kind, count]) => all + (kind.startsWith(prefix) ? count : 0), 0);
    const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);
    return (
      `hour ${hour}: ${sum('open ')} descriptors, ${sum('connection')} connections to the database, ` +
      `${sum('timer')} timers, heap ${megabytes(heapUsed)} MB, buffers ${megabytes(arrayBuffers)} MB`
    );
  });
  return [`Held on ${name}:`, ...lines].join('\n');
}

/** The times at which runs are due, and which. */
function dueBetween(plans: readonly JobPlan[], after: Instant, until: Instant) {
  const times = new Map<number, { readonly at: Instant; readonly due: JobPlan[] }>();
  for (const plan of plans) {
    for (const at of dueTimes(plan, after, until)) {
      const known = times.get(at.seconds);
      if (known === undefined) times.set(at.seconds, { at, due: [plan] });
      else known.due.push(plan);
    }
  }
  return [...times.values()].sort((one, other) => secondsBetween(other.at, one.at));
}
