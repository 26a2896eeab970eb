/**
 * Connections to the server that are cut or stall at any byte: the command says so or goes on, and once it is given again,
 * store, reports and deliveries are as if nothing had been. `npm run crashes` tries two hundred bytes of each command,
 * else a few of two commands, or of one where tests take turns; TEST_SEED chooses them.
 */
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createRandom } from '../../src/simulate/random.ts';
import { ended, start } from '../cli/command.ts';
import { type Disturbance, startCuttingProxy } from '../support/cutting-proxy.ts';
import { inTurn } from '../support/in-turn.ts';
import { expectClear, openInbox, outcomeOf, undisturbed } from './outcome.ts';
import { SCENES, type Scene } from './scenes.ts';
import { atFixedTime, type Place, stagesOf } from './stages.ts';

const { TEST_CRASHES: SIZE = '', TEST_SEED: SEED = '20261119' } = process.env;
const IS_WHOLE = SIZE === 'all';
const NAMES = IS_WHOLE ? SCENES.map(({ name }) => name) : inTurn(['ingest', 'reconcile']);
/** How many bytes are tried, and every how-manieth of them is a stall. */
const TRIED = IS_WHOLE ? 200 : 4;
const STALLS = 4;
const LONGEST_MILLISECONDS = 3_600_000;

const inbox = openInbox();

describe.skipIf(inject('templates').postgresql === undefined)('a connection to PostgreSQL', () => {
  let stages: ReturnType<typeof stagesOf>;
  beforeAll(() => {
    stages = stagesOf('postgresql', inbox.url());
  });
  afterAll(() => stages.remove());

  it.each(SCENES.filter(({ name }) => NAMES.includes(name)))(
    'that is cut or stalls at any byte of $name leaves nothing that another call does not mend',
    async (scene) => {
      const wanted = await undisturbed(scene, stages, inbox);
      const bytes = await bytesOf(scene);
      for (const [index, at] of placesIn(bytes).entries()) {
        const how: Disturbance = index % STALLS === STALLS - 1 ? 'stall' : 'cut';
        const outcome = await outcomeOf(scene, stages, inbox, (place) => disturb(place, scene, at, how));
        expect(outcome, `${how} at byte ${at} of ${bytes}`).toEqual(wanted);
      }
    },
    LONGEST_MILLISECONDS,
  );

  /** How many bytes a command moves, to the server and back. */
  async function bytesOf(scene: Scene): Promise<number> {
    let bytes = 0;
    await outcomeOf(scene, stages, inbox, async (place) => {
      const { proxy, child } = await throughProxy(place, scene);
      const { code, stderr } = await ended(child);
      expect([0, 1], stderr).toContain(code);
      bytes = proxy.bytes();
    });
    return bytes;
  }
});

/**
 * The first byte, and others by the seed: half of them among the first ones, where connections are made. The last tenth is
 * left out, because one call moves a few bytes more or less than another.
 */
function placesIn(bytes: number): number[] {
  const random = createRandom(Number(SEED), 2);
  random.seek(0);
  const drawn = Array.from({ length: TRIED - 1 }, (_, index) =>
    random.between(1, index % 2 === 0 ? Math.floor(0.9 * bytes) : Math.min(bytes, 2000)),
  );
  return [0, ...drawn];
}

/** Starts a command whose connections go through a proxy. */
async function throughProxy(
  place: Place,
  scene: Scene,
  at = Number.POSITIVE_INFINITY,
  how: Disturbance = 'cut',
) {
  const proxy = await startCuttingProxy(place.environment['DATABASE_URL']!);
  onTestFinished(() => proxy.close());
  const met = proxy.after(at, how);
  const environment = atFixedTime({ ...place.environment, DATABASE_URL: proxy.url });
  return { proxy, met, child: start(scene.words, { cwd: place.cwd, environment }) };
}

async function disturb(place: Place, scene: Scene, at: number, how: Disturbance): Promise<void> {
  const { proxy, met, child } = await throughProxy(place, scene, at, how);
  const end = ended(child);
  if (how === 'stall') {
    await met;
    proxy.goOn();
    const { code, stderr } = await end;
    expect([0, 1], stderr).toContain(code);
  } else {
    const { code, stderr } = await end;
    expect(proxy.bytes(), 'the connection was cut there').toBe(at);
    // Where only the last words of a connection were cut, there was nothing left to lose.
    if (code !== 0 && code !== 1) {
      expectClear(code, stderr);
      expect(stderr).toMatch(/^error DATABASE_UNREACHABLE: /m);
    }
  }
  await proxy.close();
}
