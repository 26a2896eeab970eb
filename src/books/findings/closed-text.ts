import type { Session } from '../../database/store.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { plain } from '../../terminal-text.ts';
import type { CurrentFinding } from './current-findings.ts';
import { CLOSING, stateName } from './decision.ts';

/** Describes who closed a finding, when, how and why; of an approved write-off, who asked and who approved. */
export async function closedText(session: Session, finding: CurrentFinding): Promise<string> {
  const entry = await session.db
    .selectFrom('audit_entries')
    .select(['at', 'who', 'action', 'before'])
    .where((e) => e.and({ order_no: finding.order_no, merchant_id: finding.merchant_id, code: finding.code }))
    .where('action', 'in', Object.keys(CLOSING))
    .orderBy('entry', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { at, who, action, before } = entry;
  const by = action === 'approve' ? `${requesterIn(before)}, approved by ${who}` : who;
  return plain(`${stateName(finding.state)} by ${by} at ${isoSeconds(at)}: ${finding.state_reason}`);
}

/** The person who asked, in the state before an approval. */
function requesterIn(before: string | null): string {
  const state = JSON.parse(before ?? '{}') as { awaiting?: { by?: string } };
  return state.awaiting?.by ?? '';
}
