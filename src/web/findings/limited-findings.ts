import type { CurrentFinding, FindingFilter } from '../../books/findings/current-findings.ts';
import { matchingFindings } from '../../books/findings/decide.ts';
import { countFindings } from '../../books/shown/count-findings.ts';
import type { Session } from '../../database/store.ts';
import { MOST_FINDINGS } from './asked-decision.ts';
import { totalOf } from './findings-counts.tsx';

/**
 * All findings of a filter; undefined if they are none, or more than one form decides about. Call it within a
 * transaction.
 */
export async function limitedFindings(
  session: Session,
  filter: FindingFilter,
): Promise<readonly CurrentFinding[] | undefined> {
  const total = totalOf(await countFindings(session, filter));
  return total === 0 || total > MOST_FINDINGS ? undefined : matchingFindings(session, filter);
}
