/** What is shown of decisions whose entries in the audit trail were changed afterwards. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newestDecisions } from '../../../src/books/shown/stored-decisions.ts';
import { onEngines } from '../../support/engines.ts';
import { caseBooks, decide, lifeOf, MOMENTS, ORDER } from './case-books.ts';

onEngines('a finding', (engine) => {
  it('has its history where the audit trail was changed to what is no JSON', async () => {
    const { store, publish } = await caseBooks(engine);
    await publish(MOMENTS.first);
    await decide(store, 'STUCK_PROCESSING', 'assign', 'bruno');
    const key = { order_no: ORDER.order, merchant_id: ORDER.merchant, code: 'STUCK_PROCESSING' };
    const newest = () => store.session((session) => newestDecisions(session, [key], false));
    expect(await newest()).toMatchObject([{ assignee: 'bruno' }]);
    await store.session(({ db }) => sql`update audit_entries set after = 'x'`.execute(db));
    expect(await newest()).toMatchObject([{ action: 'assign', assignee: null }]);
    const { events } = await lifeOf(store, 'STUCK_PROCESSING');
    expect(events.at(-1)).toMatchObject({ what: 'assign', assignee: null });
  });
});
