import { appendDecisions } from '../audit/audit-trail.ts';
import { type Store, transaction } from '../database/store.ts';
import { atFaultPoint } from '../fault-points.ts';
import { formatInstant, type Instant, isoInstant } from '../normalise/instant.ts';
import type { CoveredKind } from './find-gaps.ts';

/** Somebody says that there was nothing to log in a stretch. */
export interface NothingLogged {
  readonly from: Instant;
  readonly to: Instant;
  readonly kind: CoveredKind;
  /** Name of a region of the settings. */
  readonly region: string;
  readonly reason: string;
  readonly who: string;
  readonly at: Instant;
}

/**
 * Declares in the audit trail that nothing was logged in a stretch. Runs that begin later see no gap there.
 * @returns the number of the entry
 */
export async function declareNothingLogged(store: Store, declared: NothingLogged): Promise<number> {
  const { from, to, kind, region, reason, who, at } = declared;
  const after = { kind, from: isoInstant(formatInstant(from)), to: isoInstant(formatInstant(to)) };
  const [entry] = await store.session((session) =>
    transaction(
      session,
      () =>
        atFaultPoint('declare.nothing-logged', () =>
          appendDecisions(session, [{ at, who, action: 'nothing-logged', region, reason, after }]),
        ),
      'declare.commit',
    ),
  );
  return entry!;
}
