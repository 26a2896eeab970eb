import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { renormalise } from '../../../src/books/run/renormalise.ts';
import { ingest } from '../../../src/ingest/ingest.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { evidence, lines, write } from '../../ingest/reading.ts';
import { instantOf } from '../../reconcile/run-scenario.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const AT = instantOf('2026-11-20T12:00:00Z');
const SETTINGS = parseSettings({});

onEngines('renormalise', (engine) => {
  it('checks what is stored by rules that it was not read by', async () => {
    const store = await engine.emptied();
    const content = lines(
      payInLine().replaceAll('-03:00', '+02:00'),
      payInLine({ orderNo: 'ORDER00002' }).replaceAll('2026-11-19T10', '2026-02-30T10'),
      payInLine({ orderNo: 'ORDER00003' })
        .replace('"code":"00"', '"code":"51"')
        .replace('"tradeNo":"T1",', ''),
      callbackLine().replaceAll('2026-11-19T10', '2026-02-30T10'),
    );
    const paths = [write(temporaryFolder(), 'a.ndjson', content)];
    await ingest(store, SETTINGS, { paths, readAt: AT });
    const expected = await evidence(store);
    await store.session(async (session) => {
      const { db } = session;
      const newer = ["the region's offset at that time", 'a day of the calendar'];
      expect(
        (await db.deleteFrom('violations').where('rule', 'in', newer).executeTakeFirst()).numDeletedRows,
      ).toBe(7n);
      await sql`
        insert into violations (order_no, merchant_id, logged_at, digest, field, rule, shape, source_id)
        select order_no, merchant_id, logged_at, digest, 'response.body.channel', 'mandatory', 'absent', source_id
        from pay_ins where response_code = '51'`.execute(db);
    });
    await renormalise(store, SETTINGS, { asOf: AT, startedAt: AT, out: temporaryFolder() });
    expect(await evidence(store)).toEqual(expected);
  });
});
