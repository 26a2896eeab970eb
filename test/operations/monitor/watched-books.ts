/** A store of which everything can be seen that the monitor tells. */
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../../../src/database/store.ts';
import type { Snapshot } from '../../../src/operations/monitor/monitor-snapshot.ts';
import { readSnapshot } from '../../../src/operations/monitor/read-snapshot.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { settingsWith } from '../../alerts/alert-books.ts';
import { EVIDENCE, feed, instant, publish, SETTINGS } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings } from '../deliver/deliveries.ts';

export const READ_AT = '2026-11-20T12:30:00Z';

/** Seconds since 1970 of an instant that is written with `Z`. */
export const secondsOf = (text: string) => instant(text).seconds;

export async function watchedBooks(engine: Engine) {
  const store = await engine.emptied();
  const folder = temporaryFolder();
  await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
  return {
    store,
    folder,
    publish: (asOf?: string, dates?: readonly string[]) =>
      publish(store, join(folder, 'reports'), asOf, dates === undefined ? {} : { dates }),
    snapshot: (at?: string) => snapshotOf(store, at),
  };
}

/** With one of the two deliveries, and one of the two channels, of which {@link leaveTraces} has something. */
const WATCHED: Settings = {
  ...SETTINGS,
  alerts: settingsWith([{ name: 'ops', kind: 'slack', url: 'https://hooks.example/T0' }]).alerts,
  deliveries: deliverySettings('/nowhere', [
    {
      name: 'bank',
      kind: 'sftp',
      url: 'sftp://recon@127.0.0.1/',
      hostKeys: [`SHA256:${'A'.repeat(43)}`],
      privateKeyFile: '/nowhere',
    },
  ]).deliveries,
};

export function snapshotOf(store: Store, at = READ_AT): Promise<Snapshot> {
  return store.session((session) => readSnapshot(session, WATCHED, instant(at)));
}

/** What jobs, channels and the watch leave in their tables. */
export function leaveTraces(store: Store): Promise<void> {
  return store.session(async ({ db }) => {
    await sql`insert into job_plans (job, region, planned_from) values
      ('nightly', 'BR', '2026-11-01T00:00:00Z'), ('nightly', 'EG', '2026-11-01T00:00:00Z'),
      ('watch', 'all', '2026-11-01T00:00:00Z')`.execute(db);
    await sql`insert into job_runs (job, region, due_at, by_hand, attempt, failures, outcome, started_at, ended_at) values
      ('nightly', 'BR', '2026-11-19T05:30:00Z', false, 1, 0, 'done', '2026-11-19T05:30:01Z', '2026-11-19T05:30:09Z'),
      ('nightly', 'BR', '2026-11-20T05:30:00Z', false, 1, 0, 'done', '2026-11-20T05:30:02Z', '2026-11-20T05:30:43.5Z'),
      ('nightly', 'EG', '2026-11-19T00:30:00Z', false, 3, 0, 'done', '2026-11-19T00:40:00Z', '2026-11-19T00:41:00Z'),
      ('nightly', 'EG', '2026-11-20T00:30:00Z', false, 4, 4, 'failed', '2026-11-20T12:00:00Z', '2026-11-20T12:00:05Z'),
      ('nightly', 'EG', '2026-11-21T00:30:00Z', false, 0, 0, 'due', null, null),
      ('ingest', 'all', '2026-11-20T11:05:00Z', false, 1, 0, 'superseded', null, null),
      ('ingest', 'all', '2026-11-20T12:05:00Z', false, 1, 0, 'running', '2026-11-20T12:05:01Z', null)`.execute(
      db,
    );
    await sql`insert into outbox (channel, key, topic, severity, facts, written_at, due_at, attempts, sent_at, given_up_at) values
      ('renamed', 'a', 'night', 'high', '{}', '2026-11-20T05:00:00Z', '2026-11-20T05:00:00Z', 0, null, null),
      ('ops', 'a', 'night', 'high', '{}', '2026-11-20T05:00:00Z', '2026-11-20T05:00:00Z', 1, '2026-11-20T05:00:01Z', null),
      ('ops', 'b', 'night', 'high', '{}', '2026-11-20T06:00:00Z', '2026-11-20T13:00:00Z', 3, null, null),
      ('ops', 'c', 'night', 'high', '{}', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z', 0, null, null),
      ('ops', 'd', 'night', 'high', '{}', '2026-11-10T05:00:00Z', '2026-11-20T05:00:00Z', 9, null, '2026-11-17T05:00:00Z')`.execute(
      db,
    );
    await sql`insert into deliveries (delivery, date, region, version, found_at, due_at, attempts, sent_at, superseded_at) values
      ('renamed', '2026-11-18', 'BR', 1, '2026-11-19T05:00:00Z', '2026-11-19T05:00:00Z', 1, null, null),
      ('bank', '2026-11-18', 'BR', 1, '2026-11-19T05:00:00Z', '2026-11-19T05:00:00Z', 1, '2026-11-19T05:00:01Z', null),
      ('bank', '2026-11-19', 'BR', 1, '2026-11-20T06:00:00Z', '2026-11-20T13:00:00Z', 3, null, null),
      ('bank', '2026-11-19', 'EG', 1, '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z', 0, null, null),
      ('bank', '2026-11-17', 'BR', 1, '2026-11-18T05:00:00Z', '2026-11-18T05:00:00Z', 2, null, '2026-11-18T06:00:00Z')`.execute(
      db,
    );
    await sql`insert into watch_alarms (measure, region, merchant_id, payment_method, since, raised_at, ended_at, facts) values
      ('silent', 'BR', 'M1', 'PIX', '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z', null, '{}'),
      ('silent', 'BR', 'M2', 'PIX', '2026-11-20T10:00:00Z', '2026-11-20T10:30:00Z', null, '{}'),
      ('stuck', 'EG', 'M3', 'FAWRY', '2026-11-19T10:00:00Z', '2026-11-19T10:30:00Z', '2026-11-19T12:00:00Z', '{}')`.execute(
      db,
    );
    await sql`insert into source_marks (name, reading, watermark, read_at)
      values ('shop', 'r', '7', '2026-11-20T12:05:03Z')`.execute(db);
  });
}
