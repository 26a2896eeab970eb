/** A program that has a database open while a newer one migrates it. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loading, shareLoading } from '../../src/database/locks.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openStore } from '../../src/database/open-store.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { type Store, transaction } from '../../src/database/store.ts';
import { ingestLines } from '../../src/ingest/ingest-lines.ts';
import { type Progress, SILENT } from '../../src/progress.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { deliverAfter, listed, settingsWith, write } from '../alerts/alert-books.ts';
import { httpReceiver } from '../alerts/receivers.ts';
import { SAMPLES } from '../alerts/sample-alerts.ts';
import { instant, SETTINGS } from '../export/books.ts';
import { onPostgresql } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { becomeOlder } from './older-store.ts';

const GIVEN = {
  name: 'capture 1',
  bytes: Buffer.from(`${payInLine()}\n`),
  readAt: instant('2026-11-20T12:00:00Z'),
};

function applyLater(store: Store): Promise<unknown> {
  return store.session(({ db }) =>
    sql`insert into migrations (name, sha256) values ('999999_later.sql', 'x')`.execute(db),
  );
}

onPostgresql('a store that stays open while a newer program migrates it', (engine) => {
  it('takes no evidence any more', async () => {
    const database = await engine.database('empty');
    const store = await openStore(parseSettings(database.settings), '.');
    expect(await ingestLines(store, SETTINGS, GIVEN)).toMatchObject({ accepted: 1 });
    await applyLater(store);
    const later = {
      ...GIVEN,
      name: 'capture 2',
      bytes: Buffer.from(`${payInLine({ orderNo: 'ORDER00002' })}\n`),
    };
    await expect(ingestLines(store, SETTINGS, later)).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' });
    const sources = await store.session(({ db }) => db.selectFrom('sources').select('name').execute());
    expect(sources).toEqual([{ name: 'capture 1' }]);
    await store.close();
  });

  it.each(['is read', 'is judged'] as const)('is migrated only once what %s is kept', async (what) => {
    const database = await engine.database();
    const store = await database.open();
    const newer = await database.open();
    await becomeOlder(store, sqlFiles('migrations').length - 1);
    const order: string[] = [];
    let waits = () => {};
    const waiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    const progress: Progress = { ...SILENT, begin: (label) => label.startsWith('Waiting') && waits() };
    let migrated: Promise<unknown> = Promise.resolve();
    const work = async () => {
      migrated = migrate(newer, progress).then(() => order.push('migrated'));
      await Promise.race([waiting, migrated]);
      // Others are not kept from it meanwhile.
      if (what === 'is read')
        await newer.apart((session) => transaction(session, () => shareLoading(session, '')));
      order.push(what);
    };
    await (what === 'is read' ? loading(store, work) : store.exclusively(work));
    await migrated;
    expect(order).toEqual([what, 'migrated']);
  });

  it('sends no message any more', async () => {
    const database = await engine.database('empty');
    const store = await openStore(parseSettings(database.settings), '.');
    const { url, received } = await httpReceiver();
    const settings = settingsWith([{ name: 'chat', kind: 'slack', url: `${url}/services/T0` }]);
    await write(store, settings, [SAMPLES['job-failed']]);
    await applyLater(store);
    await expect(deliverAfter(store, settings, 0)).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' });
    expect(received).toEqual([]);
    expect(await listed(store, settings)).toMatchObject([{ attempts: 0, sentAt: null }]);
    await store.close();
  });

  it('changes nothing of it any more, and reads it', async () => {
    const database = await engine.database('empty');
    const store = await openStore(parseSettings(database.settings), '.');
    expect(await store.exclusively(async () => 'done')).toBe('done');
    await applyLater(store);
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
