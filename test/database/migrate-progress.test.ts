import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import type { Progress } from '../../src/progress.ts';
import { onEngines } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

onEngines('migrate', (engine) => {
  it('says how far it is, and nothing where it has nothing to do or the database is new', async () => {
    const said: string[] = [];
    const progress: Progress = {
      begin: (label, total, unit) => said.push(`${label}: ${total} ${unit}`),
      advance: (amount) => said.push(`+${amount}`),
      done: (step) => said.push(step),
      end: () => said.push('end'),
    };
    const store = await engine.open();
    await migrate(store, progress);
    await migrate(await (await engine.database('empty')).open(), progress);
    expect(said).toEqual([]);
    await becomeOlder(store, sqlFiles('migrations').length - 2);
    await migrate(store, progress);
    expect(said).toEqual(['Migrating the database: 2 step', '+1', '+1', 'end']);
  });
});
