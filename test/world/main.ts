/**
 * The program behind `npm run world`: plays worlds by seed and checks after each step what must hold.
 * Parameters: --seeds (how many, 1), --seed (the first, 1), --steps (40), --engine embedded|postgres|both (postgres),
 * --actions FILE (plays these instead of those that the seed gives). A world that fails is shortened, and what is left of
 * it is written to such a file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Action, textOf } from './actions.ts';
import { drawActions } from './draw-actions.ts';
import { type EngineName, embeddedPlaces, type Places, serverPlaces } from './places.ts';
import { type Played, play } from './play.ts';
import { shrink } from './shrink.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '40' },
    engine: { type: 'string', default: 'postgres' },
    actions: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const engines: readonly EngineName[] =
  values.engine === 'both' ? ['postgres', 'embedded'] : [values.engine as EngineName];

for (const engine of engines) {
  const places = await (engine === 'postgres' ? serverPlaces() : embeddedPlaces());
  try {
    const first = Number(values.seed);
    for (let seed = first; seed < first + Number(values.seeds); seed += 1)
      await playSeed(engine, places, seed);
  } finally {
    await places.remove();
  }
}

async function playSeed(engine: EngineName, places: Places, seed: number): Promise<void> {
  const given = values.actions;
  const actions =
    given === undefined
      ? drawActions({ seed, steps: Number(values.steps), isShared: engine === 'postgres' })
      : (JSON.parse(readFileSync(given, 'utf8')) as Action[]);
  if (values.verbose) for (const [index, action] of actions.entries()) console.log(index + 1, textOf(action));
  const from = performance.now();
  const { failure, tally } = await playOnce(places, seed, actions);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const what = `${engine} seed ${seed}: ${actions.length} actions, ${tally.commands} commands, ${tally.faults} faults, ${seconds} s`;
  if (failure === undefined) return console.log(`${what}, all held`);
  process.exitCode = 1;
  console.log(`${what}\nFAILED at step ${failure.step} of seed ${seed}: ${failure.error.stack}`);
  if (values['no-shrink'] || given !== undefined) return;
  const left = await shrink(actions, failure, (some) => playOnce(places, seed, some));
  const file = `world-${engine}-${seed}.json`;
  writeFileSync(file, JSON.stringify(left, null, 1));
  for (const action of left) console.log(`  ${textOf(action)}`);
  console.log(`Replay: npm run world -- --engine ${engine} --seed ${seed} --actions ${file}`);
}

async function playOnce(places: Places, seed: number, actions: readonly Action[]): Promise<Played> {
  const place = await places.begin();
  try {
    return await play(place, seed, actions);
  } finally {
    await place.remove();
  }
}
