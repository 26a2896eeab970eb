/** Random worlds that become known in three stages. */
import fc from 'fast-check';
import { type Line, WORLD_END, world, worldTime } from './world.ts';

export const WORLD_SECONDS = 30 * 3600;

/** What becomes known before each of three runs, and the moments from which these look. */
export interface History {
  readonly stages: readonly Line[][];
  readonly asOfs: readonly string[];
}

export const history: fc.Arbitrary<History> = fc
  .record({
    lines: world,
    stageOf: fc.array(fc.nat({ max: 2 }), { minLength: 72, maxLength: 72 }),
    moments: fc.tuple(fc.nat({ max: WORLD_SECONDS }), fc.nat({ max: WORLD_SECONDS })),
  })
  .map(({ lines, stageOf, moments }) => ({
    stages: [0, 1, 2].map((stage) =>
      lines.filter((_line, index) => stageOf[index % stageOf.length] === stage),
    ),
    asOfs: [...moments.toSorted((a, b) => a - b).map(worldTime), WORLD_END],
  }));
