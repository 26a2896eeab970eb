/** Several processes at work on one store at the same moment: each does its work whole, or says that it could not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { bytesBelow } from '../export/books.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { type Outcome, run, start } from './command.ts';
import { DAY, DAY_AFTER, toPast, workingFolder } from './past-day.ts';
import { startOnPipe } from './reading-pipe.ts';

const ON_DAY = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--json'];
const MANY = Array.from({ length: 3000 }, (_, index) => {
  const number = String(index).padStart(5, '0');
  return `${toPast(payInLine({ orderNo: `MANY${number}`, tradeNo: `T${number}` }))}\n`;
}).join('');

/** A working folder with a large log beside the small one, and a database of its own. */
async function atWork(engine: Engine) {
  const cwd = workingFolder();
  writeFileSync(join(cwd, 'many.ndjson'), MANY);
  const database = await engine.database();
  const options = { cwd, environment: database.environment };
  const say = (...words: string[]) => run(words, options);
  return { cwd, say, begin: (...words: string[]) => start(words, options), open: () => database.open() };
}

/** That a process either did its work or found the store taken; how many did it. */
function workersAmong(outcomes: readonly Outcome[]): number {
  for (const { code, stderr } of outcomes) {
    expect([0, 5], stderr).toContain(code);
    if (code === 5) expect(stderr).toContain('error STORE_LOCKED: ');
  }
  return outcomes.filter(({ code }) => code === 0).length;
}

async function countsOf(store: Store) {
  return store.session(async ({ db }) => {
    const rows = async (table: 'pay_ins' | 'callbacks' | 'sources') => {
      const row = await db
        .selectFrom(table)
        .select((e) => e.fn.countAll<string>().as('rows'))
        .executeTakeFirstOrThrow();
      return Number(row.rows);
    };
    return {
      payIns: await rows('pay_ins'),
      callbacks: await rows('callbacks'),
      sources: await rows('sources'),
    };
  });
}

onEngines('while one process reads', (engine) => {
  it('others work beside it on a server, and are turned away at once by an embedded store; it ends as if alone', async () => {
    const { cwd, say, begin, open } = await atWork(engine);
    await say('ingest', 'logs');
    const { child, writing, outcome } = await startOnPipe(cwd, begin);
    await writing.writeFile(MANY);
    for (const words of [['ingest', 'many.ndjson'], ON_DAY]) {
      const { code, stdout, stderr } = await say(...words);
      if (engine.name === 'embedded') {
        expect(stderr).toContain('error STORE_LOCKED: ');
        expect(stdout).toBe('');
      }
      expect(code, stderr).toBe(engine.name === 'embedded' ? 5 : 0);
    }
    expect(child.exitCode).toBeNull();
    await writing.close();
    expect((await outcome).code).toBe(0);
    // What both read is stored once, with the source that was kept first.
    const sources = engine.name === 'embedded' ? 2 : 3;
    expect(await countsOf(await open())).toEqual({ payIns: 3003, callbacks: 3, sources });
  });
});

onEngines('at the same moment', (engine) => {
  it('two ingests of one file keep it once', async () => {
    const { say, open } = await atWork(engine);
    const both = await Promise.all([say('ingest', 'many.ndjson'), say('ingest', 'many.ndjson')]);
    expect(workersAmong(both)).toBeGreaterThanOrEqual(1);
    expect(await countsOf(await open())).toEqual({ payIns: 3000, callbacks: 0, sources: 1 });
  });

  it('two runs publish one version', async () => {
    const { cwd, say } = await atWork(engine);
    await say('ingest', 'logs');
    const both = await Promise.all([say(...ON_DAY), say(...ON_DAY)]);
    expect(workersAmong(both)).toBeGreaterThanOrEqual(1);
    const published = Object.keys(bytesBelow(join(cwd, 'payin-recon-reports')));
    expect(published.filter((name) => name.endsWith('/orders.csv')).sort()).toEqual([
      `${DAY}/BR/v1/orders.csv`,
      `${DAY}/EG/v1/orders.csv`,
    ]);
  });

  it('an ingest and a run leave what one after the other would have left', async () => {
    const { cwd, say } = await atWork(engine);
    await say('ingest', 'logs');
    const both = await Promise.all([say('ingest', 'many.ndjson'), say(...ON_DAY)]);
    expect(workersAmong(both)).toBeGreaterThanOrEqual(1);
    // Whoever found the store taken does its work now; a run that came first is made again with what is new.
    expect((await say('ingest', 'many.ndjson')).code).toBe(0);
    expect((await say(...ON_DAY)).code).toBe(0);
    const other = await atWork(engine);
    await other.say('ingest', 'logs', 'many.ndjson');
    await other.say(...ON_DAY);
    const newest = (folder: string) => {
      const files = bytesBelow(join(folder, 'payin-recon-reports'));
      const names = Object.keys(files)
        .filter((name) => /BR\/v\d+\/(orders|payments)\.csv$/.test(name))
        .sort();
      return names.slice(-2).map((name) => files[name]);
    };
    expect(newest(cwd)).toEqual(newest(other.cwd));
  });
});
