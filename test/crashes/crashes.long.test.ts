/**
 * Every fault point, by a kill, an error and a hang: once the command is given again, store, reports and deliveries are as
 * if there had been no fault. `npm run crashes` tries all of them on both engines, TEST_CRASHES=N as many, chosen by
 * TEST_SEED; else each point is tried once, half of the points where tests take turns.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { FAULT_POINTS, type FaultPoint } from '../../src/fault-points.ts';
import { createRandom } from '../../src/simulate/random.ts';
import { inTurn } from '../support/in-turn.ts';
import { expectClear, FAULTS, meet, openInbox, outcomeOf, undisturbed } from './outcome.ts';
import { REMOTE_SCENES } from './remote-scenes.ts';
import { SCENES, type Scene } from './scenes.ts';
import { type Place, runAt, stagesOf } from './stages.ts';

const { TEST_CRASHES: SIZE = '', TEST_SEED: SEED = '20261119' } = process.env;
const IS_WHOLE = SIZE === 'all';
const IS_SAMPLE = /^\d+$/.test(SIZE);
/** Only scenes and points whose names contain it. */
const ONLY = process.env['TEST_CRASHES_ONLY'] ?? '';
/** Of how many operations one is tried where not all are. */
const EVERY = { ingest: 24, reconcile: 120 } as const;
/** All operations are tried in so many tests, each every so many of them: no test may last longer than an hour. */
const PARTS = 8;
const LONGEST_MILLISECONDS = 3_600_000;

/** Points that other tests of this folder show. */
const ELSEWHERE: readonly FaultPoint[] = [
  ...REMOTE_SCENES.flatMap(({ points }) => points),
  ...(['capture.append', 'capture.sync', 'capture.answer'] as const),
];

const ENGINES = ['embedded', 'postgresql'] as const;

/** What a seed chooses of everything that there is, as `engine point:fault`. */
const SAMPLE: ReadonlySet<string> = sample(IS_SAMPLE ? Number(SIZE) : 0, Number(SEED));

function sample(size: number, seed: number): Set<string> {
  const random = createRandom(seed, 1);
  random.seek(0);
  const everything = ENGINES.map((engine) =>
    SCENES.filter((scene) => isPossible(scene, engine)).flatMap(({ points }) =>
      points.flatMap((point) => FAULTS.map((fault) => `${engine} ${point}:${fault}`)),
    ),
  );
  const drawn = new Set<string>();
  // The engines by turns, so that each is tried.
  for (const [turn, all] of everything.entries()) {
    const most = Math.min(drawn.size + Math.ceil((size - turn) / everything.length), drawn.size + all.length);
    while (drawn.size < most) drawn.add(all[random.between(0, all.length - 1)]!);
  }
  return drawn;
}

function isPossible({ inLanes }: Scene, engine: Store['engine']): boolean {
  return inLanes !== true || engine === 'postgresql';
}

/** By a fixed rule: each point once, each fault in turn, the engines by turns. */
const ALL_POINTS = Object.keys(FAULT_POINTS);
const IN_TURN = new Set(inTurn(ALL_POINTS));
function chosen(scene: Scene, point: FaultPoint, engine: Store['engine']): readonly string[] {
  if (!isPossible(scene, engine)) return [];
  if (IS_WHOLE) return FAULTS;
  if (IS_SAMPLE) return FAULTS.filter((fault) => SAMPLE.has(`${engine} ${point}:${fault}`));
  if (!IN_TURN.has(point)) return [];
  const { inLanes } = scene;
  const at = ALL_POINTS.indexOf(point);
  if (inLanes === true) return [FAULTS[at % FAULTS.length]!];
  const isOwn = inject('templates').postgresql === undefined || (engine === 'embedded') === (at % 2 === 0);
  return isOwn ? [FAULTS[Math.floor(at / 2) % FAULTS.length]!] : [];
}

/** Commands of which operations on files and database are tried. */
const OPERATIONS = ['ingest', 'reconcile'] as const;

const inbox = openInbox();

it('every fault point has a scene', () => {
  const points = [...SCENES.flatMap((scene) => scene.points), ...ELSEWHERE];
  expect(points.sort()).toEqual(Object.keys(FAULT_POINTS).sort());
});

for (const engine of ENGINES) {
  const isAbsent = engine === 'postgresql' && inject('templates').postgresql === undefined;
  describe.skipIf(isAbsent)(
    `a fault, on ${engine === 'embedded' ? 'the embedded engine' : 'PostgreSQL'}`,
    () => {
      let stages: ReturnType<typeof stagesOf>;
      beforeAll(() => {
        stages = stagesOf(engine, inbox.url());
      });
      afterAll(() => stages.remove());

      for (const scene of SCENES) {
        const cases = scene.points
          .flatMap((point) => chosen(scene, point, engine).map((fault) => `${point}:${fault}`))
          .filter((fault) => `${scene.name} ${fault}`.includes(ONLY));
        if (cases.length > 0)
          it.each(cases)(
            `within ${scene.name}, %s, leaves nothing that another call does not mend`,
            (fault) => at(scene, stages, (place) => meet(place, scene.words, fault)),
            LONGEST_MILLISECONDS,
          );
      }

      for (const name of (IS_WHOLE ? OPERATIONS : inTurn(OPERATIONS)).filter(
        (one) => !IS_SAMPLE && `${one} operations`.includes(ONLY),
      )) {
        if (
          !IS_WHOLE &&
          inject('templates').postgresql !== undefined &&
          (engine === 'embedded') !== (name === 'ingest')
        )
          continue;
        const scene = SCENES.find((one) => one.name === name)!;
        it.each(Array.from({ length: IS_WHOLE ? PARTS : 1 }, (_, part) => part + 1))(
          `of any operation of ${name} has a clear error, and the next call goes through, from number %i`,
          (first) => failEach(scene, stages, first, IS_WHOLE ? PARTS : EVERY[name]),
          LONGEST_MILLISECONDS,
        );
      }
    },
  );
}

type Stages = ReturnType<typeof stagesOf>;

/** Compares what comes of a scene with a fault with what comes of it without. */
async function at(scene: Scene, stages: Stages, fail: (place: Place) => Promise<void>): Promise<void> {
  expect(await outcomeOf(scene, stages, inbox, fail)).toEqual(await undisturbed(scene, stages, inbox));
}

/**
 * Operations whose failure is no failure of the command: a file system without links, a folder that is not there, a cursor
 * that its transaction closes anyway.
 */
const TOLERATED =
  /^fault: (link|rm|readlink|readdir|stat|access|query select pg_advisory_unlock|query close rows_of_report)/m;

async function failEach(scene: Scene, stages: Stages, first: number, every: number): Promise<void> {
  const wanted = await undisturbed(scene, stages, inbox);
  const import_ = new URL('fail-at-operation.ts', import.meta.url).href;
  let wasMet = true;
  for (let number = first; wasMet; number += every) {
    const outcome = await outcomeOf(scene, stages, inbox, async (place) => {
      const more = { NODE_OPTIONS: `--import ${import_}`, CRASH_OPERATION: String(number) };
      const { code, stderr } = await runAt(place, scene.words, more);
      wasMet = /^fault: /m.test(stderr);
      const isHarmless = !wasMet || TOLERATED.test(stderr);
      if (isHarmless && code === 0) return;
      if (!wasMet) expect(code, stderr).toBe(1);
      else expectClear(code, `operation ${number}\n${stderr}`);
    });
    expect(outcome, `operation ${number}`).toEqual(wanted);
  }
}
