import { entryJson } from '../../audit/entry-json.ts';
import type { Session } from '../../database/store.ts';
import { isoInstant } from '../../normalise/instant.ts';
import type { DecisionEvent } from './order-story.ts';
import type { OrderKey } from './story-values.ts';

/** Decisions about an order, made by people or by the program. */
export async function readDecisions(session: Session, key: OrderKey): Promise<DecisionEvent[]> {
  const entries = await session.db
    .selectFrom('audit_entries')
    .select(['entry', 'at', 'who', 'action', 'code', 'reason', 'before', 'after'])
    .where('order_no', '=', key.orderNo)
    .where('merchant_id', '=', key.merchantId)
    .orderBy('entry')
    .execute();
  return entries.map((entry) => ({
    kind: 'decision',
    at: isoInstant(entry.at),
    entry: Number(entry.entry),
    who: entry.who,
    action: entry.action,
    code: entry.code,
    reason: entry.reason,
    before: entryJson(entry.before),
    after: entryJson(entry.after),
  }));
}
