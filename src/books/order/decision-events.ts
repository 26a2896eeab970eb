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
    before: parsed(entry.before),
    after: parsed(entry.after),
  }));
}

/** Parses JSON. Other text is returned unchanged: it was not written by this program, and `verify` reports it. */
function parsed(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
