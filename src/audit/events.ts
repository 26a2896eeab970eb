import { tryToExtendTrail } from '../database/locks.ts';
import { type Session, type Store, transaction } from '../database/store.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import { appendQueued, type Decision } from './audit-trail.ts';

/** What events are: a verb each. Entries of the trail with another one are decisions. */
export const EVENT_ACTIONS = [
  ...(['sign-in', 'sign-in-failed', 'sign-out', 'download', 'reconcile'] as const),
  ...(['user-add', 'user-role', 'user-merchants', 'user-disable', 'user-enable', 'user-password'] as const),
  ...(['user-sessions-end', 'user-name', 'user-relink', 'user-link', 'token-make', 'token-revoke'] as const),
] as const;

export type EventAction = (typeof EVENT_ACTIONS)[number];

/** What somebody did that changes no result: a sign-in, a download, a change of a user. Never holds a secret. */
export interface AuditEvent extends Pick<Decision, 'who' | 'reason' | 'before' | 'after'> {
  readonly action: EventAction;
}

/**
 * Notes events in the audit trail. They are committed to the queue first, which waits for nobody. Then they are moved to the trail,
 * unless another transaction is adding to it at this moment: a run may do so for minutes. In that case they stay in the
 * queue until the next event, decision or {@link appendWaiting}. No event is lost, and the trail stays one chain.
 */
export async function noteEvents(store: Store, events: readonly AuditEvent[], at: Instant): Promise<void> {
  if (events.length === 0) return;
  await store.session((session) => queueEvents(session, events, at));
  await appendWaiting(store);
}

/** Puts events into the queue, in the transaction of what they are about. Call {@link appendWaiting} after it. */
export async function queueEvents(
  session: Session,
  events: readonly AuditEvent[],
  at: Instant,
): Promise<void> {
  if (events.length === 0) return;
  await session.db
    .insertInto('audit_queue')
    .values(
      events.map(({ who, action, reason, before, after }) => ({
        at: formatInstant(at),
        ...{ who, action, reason: reason ?? null },
        before: before == null ? null : JSON.stringify(before),
        after: after == null ? null : JSON.stringify(after),
      })),
    )
    .execute();
}

/**
 * Moves the events of the queue to the audit trail. It does not wait: if another transaction is adding to the trail, it
 * leaves them.
 * @returns how many were moved
 */
export async function appendWaiting(store: Store): Promise<number> {
  return store.session((session) =>
    transaction(session, async () => ((await tryToExtendTrail(session)) ? appendQueued(session) : 0)),
  );
}
