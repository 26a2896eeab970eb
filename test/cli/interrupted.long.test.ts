/** Ctrl-C in the middle of a command: it says what is kept, which is what is really kept. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { filesBelow } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { stateOf } from '../support/state.ts';
import { type Outcome, run, start } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';
import { signalledAtPipe } from './signalled-at-pipe.ts';

const DAY_BEFORE = '2024-11-18';
const BOTH_DATES = ['reconcile', '--from', DAY_BEFORE, '--to', DAY, '--as-of', DAY_AFTER];
const AT_THIRD_STAGE = fileURLToPath(new URL('./interrupt-at-third-stage.ts', import.meta.url));
const REPORTS = 'payin-recon-reports';

async function atWork(engine: Engine) {
  const cwd = workingFolder();
  const database = await engine.database();
  const options = { cwd, environment: database.environment };
  return {
    cwd,
    begin: (words: readonly string[]) => start(words, options),
    say: (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      run(words, { cwd, environment: { ...options.environment, ...more } }),
    state: async () => {
      const store = await database.open();
      return stateOf(store).finally(store.close);
    },
  };
}

type Work = Awaited<ReturnType<typeof atWork>>;

function interruptedAt(pipe: string, { begin }: Work, words: readonly string[]): Promise<Outcome> {
  return signalledAtPipe(pipe, 'SIGINT', () => begin(words));
}

onEngines('a command that is interrupted', (engine) => {
  it('tells of the file that was read whole, though it is the only one', async () => {
    const work = await atWork(engine);
    // What another store published here is compared with what this one writes.
    const theirs = join(work.cwd, REPORTS, DAY, 'BR/v1');
    mkdirSync(theirs, { recursive: true });
    const words = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs/day.ndjson'];
    const { code, stderr } = await interruptedAt(join(theirs, 'orders.csv'), work, words);
    expect(code).toBe(130);
    expect(stderr).toContain(
      'found:    kept:\n            logs/day.ndjson: 6 accepted, 0 duplicate, 1 rejected\n',
    );
    expect((await work.say(['ingest', 'logs/day.ndjson'])).stdout).toContain('unchanged');
    expect(await work.state()).toMatchObject({ runs: expect.stringMatching(/^0 rows/) });
  });

  it('tells of the dates that were published', async () => {
    const work = await atWork(engine);
    expect((await work.say(['ingest', 'logs'])).code).toBe(0);
    const theirs = join(work.cwd, REPORTS, DAY, 'BR/v1');
    mkdirSync(theirs, { recursive: true });
    const { stderr } = await interruptedAt(join(theirs, 'orders.csv'), work, BOTH_DATES);
    expect(stderr).toContain(`found:    kept:\n            ${DAY_BEFORE}: BR v1 new, EG v1 new\n  to do:`);
    expect(filesBelow(join(work.cwd, REPORTS, DAY_BEFORE))).toContain('EG/v1/orders.csv');
    expect(await work.state()).toMatchObject({ versions: expect.stringMatching(/^2 rows/) });
  });

  it('keeps nothing of a dry run, and says so', async () => {
    const work = await atWork(engine);
    const before = await work.state();
    const words = ['ingest', '--dry-run', 'logs/day.ndjson', 'endless.ndjson'];
    const { code, stderr } = await interruptedAt(join(work.cwd, 'endless.ndjson'), work, words);
    expect(code).toBe(130);
    expect(stderr).toContain('found:    no step was finished');
    expect(await work.state()).toEqual(before);
  });

  it('keeps nothing of a preview, and says so; the next one clears up what it left half written', async () => {
    const work = await atWork(engine);
    expect((await work.say(['ingest', 'logs'])).code).toBe(0);
    const before = await work.state();
    const look = join(work.cwd, 'look');
    const words = [...BOTH_DATES, '--preview', 'look'];
    const { code, stderr } = await work.say(words, { NODE_OPTIONS: `--import ${AT_THIRD_STAGE}` });
    expect(code).toBe(130);
    expect(stderr).toContain('found:    no step was finished');
    for (const region of ['BR', 'EG'])
      expect(stagesBelow(look)).toContainEqual(expect.stringContaining(`${DAY_BEFORE}/.writing-${region}-`));
    expect(await work.state()).toEqual(before);

    expect((await work.say(words)).code).toBe(0);
    expect(stagesBelow(look)).toEqual([]);
    expect(filesBelow(look)).toContain(`${DAY_BEFORE}/BR/orders.csv`);
    expect(await work.state()).toEqual(before);
  });
});

function stagesBelow(folder: string): string[] {
  return filesBelow(folder).filter((name) => name.includes('.writing-'));
}
