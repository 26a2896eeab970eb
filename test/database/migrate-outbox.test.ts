/** Migration 000051 on messages that an older program has left. */
import { expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { sqlFiles } from '../../src/database/sql-file.ts';
import { deliverAfter, listed, settingsWith } from '../alerts/alert-books.ts';
import { mailReceiver } from '../alerts/receivers.ts';
import { SAMPLES } from '../alerts/sample-alerts.ts';
import { onEngines } from '../support/engines.ts';
import { becomeOlder } from './older-store.ts';

onEngines('migrate', (engine) => {
  it('keeps what was sent with a refused recipient as it was, and sends what waits', async () => {
    const { url, mails } = await mailReceiver();
    const to = ['finance@shop.example', 'ana@shop.example'];
    const settings = settingsWith([{ name: 'mail', kind: 'email', url, from: 'recon@shop.example', to }]);
    const store = await engine.open();
    await becomeOlder(store, sqlFiles('migrations').indexOf('000051_send_again_to_refused_recipients.sql'));
    const lastError = 'refused for ana@shop.example';
    await store.session(async (session) => {
      await session.script(`
        insert into outbox (channel, key, topic, severity, facts, written_at, due_at, attempts, sent_at, last_error)
        select 'mail', key, 'jobs', 'high', '${JSON.stringify(SAMPLES['job-failed'].facts)}',
               '2026-11-20T06:00:00Z', '2026-11-20T06:00:00Z', attempts, sent_at::timestamptz, error
        from (values ('a', 1, '2026-11-20T06:00:00Z', '${lastError}'), ('b', 0, null, null)) r (key, attempts, sent_at, error)`);
      await migrate(store);
    });
    const none = { sentTo: null, notSentTo: null };
    expect(await listed(store, settings)).toMatchObject([
      { state: 'waiting', attempts: 0, ...none },
      { state: 'sent', attempts: 1, lastError, ...none },
    ]);
    expect(await deliverAfter(store, settings, 60)).toEqual({ sent: 1, postponed: 0, failed: [] });
    expect(mails).toHaveLength(1);
  });
});
