/**
 * Work with other servers that meets a fault, and is then done again: store, files and what the servers were given are as
 * if there had been no fault. Of each point one fault is tried, of half of the points where tests take turns; all of them if
 * TEST_CRASHES is `all`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import type { FaultPoint } from '../../src/fault-points.ts';
import { inTurn } from '../support/in-turn.ts';
import { alone, contentsOf } from './contents.ts';
import { FAULTS, meet } from './outcome.ts';
import { REMOTE_SCENES, type RemoteScene } from './remote-scenes.ts';
import { NOW, type Place, runAt, stagesOf } from './stages.ts';

const LONGEST_MILLISECONDS = 3_600_000;
const IS_WHOLE = process.env['TEST_CRASHES'] === 'all';
const HAS_SERVER = inject('templates').postgresql !== undefined;
const ALL_POINTS = REMOTE_SCENES.flatMap(({ points }) => points);
const IN_TURN = inTurn(ALL_POINTS);

/** By a fixed rule: each fault in turn, the engines by turns. */
function chosen(point: FaultPoint, engine: Store['engine']): readonly string[] {
  if (IS_WHOLE) return FAULTS;
  if (!IN_TURN.includes(point)) return [];
  const at = ALL_POINTS.indexOf(point);
  const isOwn = !HAS_SERVER || (engine === 'embedded') === (at % 2 === 0);
  return isOwn ? [FAULTS[(3 * at) % FAULTS.length]!] : [];
}

for (const engine of ['embedded', 'postgresql'] as const) {
  describe.skipIf(engine === 'postgresql' && !HAS_SERVER)(`a fault beside another server, ${engine}`, () => {
    let stages: ReturnType<typeof stagesOf>;
    beforeAll(() => {
      stages = stagesOf(engine, 'http://127.0.0.1:9/hook');
    });
    afterAll(() => stages.remove());

    for (const scene of REMOTE_SCENES) {
      const cases = scene.points.flatMap((point) =>
        chosen(point, engine).map((fault) => `${point}:${fault}`),
      );
      if (cases.length > 0)
        it.skipIf(scene.needsServer === true && !HAS_SERVER).each(cases)(
          `within ${scene.name}, %s, leaves nothing that another call does not mend`,
          async (fault) => {
            const wanted = await outcomeOf(scene, stages, (place) => meetNothing(place, scene));
            const found = await outcomeOf(scene, stages, (place) => meet(place, scene.words, fault));
            expect(found).toEqual(wanted);
          },
          LONGEST_MILLISECONDS,
        );
    }
  });
}

async function meetNothing(place: Place, { words }: RemoteScene): Promise<void> {
  const { code, stderr } = await runAt(place, words);
  expect([0, 1], stderr).toContain(code);
}

/** Store, files and what servers were given, once a scene has been played and its command given again. */
async function outcomeOf(
  scene: RemoteScene,
  stages: ReturnType<typeof stagesOf>,
  play: (place: Place) => Promise<void>,
) {
  const place = await stages.begin(scene.stage);
  try {
    const { settings, received, own } = await scene.open(place);
    writeFileSync(join(place.cwd, 'payin-recon.yaml'), JSON.stringify(settings), { mode: 0o600 });
    for (const words of scene.before ?? []) await runAt(place, words, { now: scene.beforeAt ?? NOW });
    await play(place);
    if (place.environment['DATABASE_URL'] !== undefined) await alone(place);
    const { code, stderr } = await runAt(place, scene.words, { now: scene.again });
    expect([0, 1], stderr).toContain(code);
    const contents = await contentsOf(place, scene.ignored);
    const text = JSON.stringify({ ...contents, received: received?.() });
    return JSON.parse(own.reduce((masked, one) => masked.replaceAll(one, 'own'), text));
  } finally {
    await place.remove();
  }
}
