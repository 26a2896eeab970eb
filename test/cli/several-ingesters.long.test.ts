/** Several ingests, and a run, at work on one database at the same moment; PostgreSQL only, the embedded store is one process's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { type Engine, onPostgresql } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { run, start } from './command.ts';
import { DAY, DAY_AFTER, toPast, workingFolder } from './past-day.ts';
import { startOnPipe } from './reading-pipe.ts';

const FILES = 8;
const LINES = 1500;

const linesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = `${prefix}${String(index).padStart(6, '0')}`;
    return `${toPast(payInLine({ orderNo: number, tradeNo: `T${number}` }))}\n`;
  }).join('');

/** A folder of logs that no two share a record of. */
async function atWork(engine: Engine) {
  const cwd = workingFolder();
  mkdirSync(join(cwd, 'many'));
  for (let file = 0; file < FILES; file += 1)
    writeFileSync(join(cwd, 'many', `${file}.ndjson`), linesOf(`FILE${file}`, LINES));
  const database = await engine.database();
  const options = { cwd, environment: database.environment };
  return {
    cwd,
    say: (...words: string[]) => run(words, options),
    begin: (...words: string[]) => start(words, options),
    open: () => database.open(),
  };
}

async function sourcesOf(store: Store) {
  return store.session(async ({ db }) => {
    const { rows } = await sql<{ name: string; accepted: string; duplicate: string; stored: string }>`
      select name, accepted, duplicate, (select count(*) from pay_ins p where p.source_id = s.source_id) as stored
      from sources s order by name`.execute(db);
    return rows;
  });
}

const ONCE = Array.from({ length: FILES }, (_, file) => ({
  name: `many/${file}.ndjson`,
  accepted: String(LINES),
  duplicate: '0',
  stored: String(LINES),
}));

onPostgresql('several ingests of one folder', (engine) => {
  it('keep each file once, and all of them end well', async () => {
    const { say, open } = await atWork(engine);
    const outcomes = await Promise.all([0, 1, 2].map(() => say('ingest', 'many', '--json')));
    for (const { code, stderr } of outcomes) expect(code, stderr).toBe(0);
    expect(await sourcesOf(await open())).toEqual(ONCE);
    const told = outcomes.flatMap(({ stdout }) => JSON.parse(stdout).sources as { accepted: number }[]);
    expect(told.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(FILES * LINES);
  });

  it('lose nothing with one that is killed: what it had claimed is read by the others', async () => {
    const { cwd, say, begin, open } = await atWork(engine);
    // It claims the first file of the folder, and reads the pipe beside it for as long as that is open.
    const words = ['ingest', 'many/0.ndjson', 'pipe.ndjson', 'many'];
    const { child, writing, outcome } = await startOnPipe(cwd, begin, words);
    const other = say('ingest', 'many');
    await writing.writeFile(linesOf('PIPE', 10));
    child.kill('SIGKILL');
    await writing.close();
    expect((await outcome).code).toBeNull();
    const { code, stderr } = await other;
    expect(code, stderr).toBe(0);
    expect(await sourcesOf(await open())).toEqual(ONCE);
  });
});

onPostgresql('a run beside an ingest', (engine) => {
  it('sees whole files only, and the next run sees what was kept meanwhile', async () => {
    const { cwd, say, begin } = await atWork(engine);
    await say('ingest', 'logs');
    const { writing, outcome } = await startOnPipe(cwd, begin);
    await writing.writeFile(linesOf('PIPE', 5000));
    const versionsOf = async () => {
      const { code, stdout, stderr } = await say('reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--json');
      expect(code, stderr).toBe(0);
      const versions: { region: string; version: number }[] = JSON.parse(stdout).versions;
      return Object.fromEntries(versions.map(({ region, version }) => [region, version]));
    };
    const before = await versionsOf();
    await writing.close();
    expect((await outcome).code).toBe(0);
    const after = await versionsOf();
    expect(before).toEqual({ BR: 1, EG: 1 });
    expect(after).toEqual({ BR: 2, EG: 1 });
  });

  it('and stored records are not changed beside an ingest', async () => {
    const { cwd, say, begin } = await atWork(engine);
    await say('ingest', 'logs');
    const { writing, outcome } = await startOnPipe(cwd, begin);
    await writing.writeFile(linesOf('PIPE', 5000));
    for (const words of [['renormalise'], ['purge', '--before', DAY]]) {
      const { code, stderr } = await say(...words);
      expect(stderr).toContain('error STORE_LOCKED: ');
      expect(code).toBe(5);
    }
    await writing.close();
    expect((await outcome).code).toBe(0);
  });
});
