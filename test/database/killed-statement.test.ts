/** The server ends the statement of a program that was killed, so that the store can be used again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { Fault } from '../../src/errors.ts';
import { onPostgresql } from '../support/engines.ts';

const HOLDS = fileURLToPath(new URL('./kills/hold-store.ts', import.meta.url));

onPostgresql('a store whose program was killed within a statement', (engine) => {
  it('is free again, though the statement would take an hour', async () => {
    const database = await engine.database('empty');
    const store = await database.open();
    const holder = spawn(process.execPath, [HOLDS, database.settings['databaseUrl']!], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void holder.kill('SIGKILL'));
    await once(holder.stdout, 'data');
    const isFree = () =>
      store
        .exclusively(async () => true)
        .catch((error: unknown) => {
          if (error instanceof Fault && error.code === 'STORE_LOCKED') return false;
          throw error;
        });
    const isAsleep = () =>
      store.session(async ({ db }) => {
        const { rows } = await sql`
          select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active' and datname = current_database()`.execute(
          db,
        );
        return rows.length > 0;
      });
    while (!(await isAsleep())) await pause(50);
    expect(await isFree()).toBe(false);
    holder.kill('SIGKILL');
    while (!(await isFree())) await pause(200);
  });
});
