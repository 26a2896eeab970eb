/** A process whose program is replaced on disk while it runs, as by an upgrade in place. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { packageRoot, programVersion } from '../../src/database/package-root.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Has a store open while a file is replaced, reads by it, and opens it once more. Prints how both ended. */
const PROCESS = `
  import { renameSync, rmSync, writeFileSync } from 'node:fs';
  import { openStore } from './src/database/open-store.ts';
  import { runSqlFile } from './src/database/sql-file.ts';
  import { parseSettings } from './src/settings/load-settings.ts';
  const [, given, path, text] = process.argv;
  const settings = parseSettings(JSON.parse(given));
  const ends = [];
  const attempt = (work) =>
    work().then(() => ends.push('done'), ({ code, detail }) => ends.push({ code, ...detail }));
  const store = await openStore(settings, '.');
  rmSync(path, { recursive: true, force: true });
  if (text !== undefined) writeFileSync(path, text);
  await attempt(() => store.session((session) => runSqlFile(session, 'watch/010_reaches.sql', { at: '2026-11-20T00:00:00Z', last_source: 0 })));
  await store.close();
  await attempt(async () => (await openStore(settings, '.')).close());
  console.log(JSON.stringify(ends));
`;

const NEWEST = sqlFiles('migrations').at(-1);
const MANIFEST = readFileSync(join(packageRoot, 'package.json'), 'utf8');
const NEWER = MANIFEST.replace(`"version": "${programVersion}"`, '"version": "99.0.0"');

async function endsOf(settings: object, path: string, text?: string): Promise<unknown[]> {
  const cwd = temporaryFolder();
  for (const name of ['package.json', 'reports', 'sql', 'src'])
    cpSync(join(packageRoot, name), join(cwd, name), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(cwd, 'node_modules'));
  const words = ['--input-type=module', '--eval', PROCESS, JSON.stringify(settings), path];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...words, ...(text === undefined ? [] : [text])],
    {
      cwd,
    },
  );
  return JSON.parse(stdout);
}

onEngines('a process whose program is replaced on disk', (engine) => {
  it.each([
    [
      'by one with another migration',
      ['sql/migrations/999999_later.sql', 'create table later (id integer);'],
      `version ${programVersion} with migrations up to 999999_later.sql`,
    ],
    ['by one of another version', ['package.json', NEWER], `version 99.0.0 with migrations up to ${NEWEST}`],
    ['by one that is not complete yet', ['package.json'], 'no complete program'],
  ] as const)('neither migrates the database nor runs statements: %s', async (_how, [path, text], found) => {
    const database = await engine.database();
    const refused = {
      code: 'SCHEMA_MISMATCH',
      found,
      expected: `version ${programVersion} with migrations up to ${NEWEST}, which this process runs`,
      remedy: expect.stringContaining('Restart this process'),
    };
    expect(await endsOf(database.settings, path, text)).toMatchObject([refused, refused]);
    const store = await database.open();
    const { rows } = await store.session(({ db }) =>
      sql`select max(name) as newest, to_regclass('later') as later from migrations`.execute(db),
    );
    expect(rows).toEqual([{ newest: NEWEST, later: null }]);
  });

  it('works on if the same version is installed again', async () => {
    const database = await engine.database();
    expect(await endsOf(database.settings, 'package.json', MANIFEST)).toEqual(['done', 'done']);
  });
});
