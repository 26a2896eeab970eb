/** A program that has a database open while a newer one migrates it. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore } from '../../src/database/open-store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { onPostgresql } from '../support/engines.ts';

onPostgresql('a store that stays open while a newer program migrates it', (engine) => {
  it('changes nothing of it any more, and reads it', async () => {
    const database = await engine.database('empty');
    const store = await openStore(parseSettings(database.settings), '.');
    expect(await store.exclusively(async () => 'done')).toBe('done');
    await store.session(({ db }) =>
      sql`insert into migrations (name, sha256) values ('999999_later.sql', 'x')`.execute(db),
    );
    let isDone = false;
    const work = store.exclusively(async () => {
      isDone = true;
    });
    await expect(work).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      detail: { found: 'a migration this program lacks' },
    });
    expect(isDone).toBe(false);
    const runs = await store.session(({ db }) => db.selectFrom('runs').select('run_id').execute());
    expect(runs).toEqual([]);
    await store.close();
  });
});
