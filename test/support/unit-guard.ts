/**
 * Loaded before the files of the project `unit`: to open a database or start a process fails there, so that these files
 * answer in seconds, everywhere.
 */
import processes from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const STARTING = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;

for (const name of STARTING) processes[name] = refuse(`starts a process (${name})`);
syncBuiltinESMExports();
PGlite.create = refuse('opens the embedded database');
pg.Client.prototype.connect = refuse('connects to a database');
pg.Pool.prototype.connect = refuse('connects to a database');

function refuse(what: string): never {
  const fail = () => {
    throw new Error(
      `A test of the project unit ${what}. Which files are unit tests: vitest.config.ts and docs/internals/tests.md.`,
    );
  };
  return fail as never;
}
