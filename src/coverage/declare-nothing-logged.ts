import { appendDecisions } from '../audit/audit-trail.ts';
import { runSqlFile } from '../database/sql-file.ts';
import { type Session, type Store, transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { atFaultPoint } from '../fault-points.ts';
import { formatInstant, type Instant, instantOfText, isoInstant } from '../normalise/instant.ts';
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
  /** Whether it is an earlier declaration of the same stretch that was wrong. */
  readonly isTakenBack?: boolean;
}

/** A stretch of which people have declared that nothing was logged; instants as PostgreSQL writes them in UTC. */
export interface DeclaredStretch {
  readonly region: string;
  readonly kind: string;
  readonly from_at: string;
  readonly to_at: string;
}

/** The declarations that count, up to an entry of the audit trail; null: all of them. */
export async function declaredStretches(
  session: Session,
  lastEntry: number | null,
): Promise<DeclaredStretch[]> {
  const path = 'coverage/090_nothing_logged.sql';
  const { rows } = await runSqlFile<DeclaredStretch>(session, path, { last_entry: lastEntry });
  return rows;
}

/**
 * Declares in the audit trail that nothing was logged in a stretch, or takes such a declaration back. Runs that begin later
 * see no gap there, or see it again.
 * @returns the number of the entry
 * @throws Fault USAGE if there is no such declaration to take back
 */
export async function declareNothingLogged(store: Store, declared: NothingLogged): Promise<number> {
  const { from, to, kind, region, reason, who, at, isTakenBack = false } = declared;
  const after = { kind, from: isoInstant(formatInstant(from)), to: isoInstant(formatInstant(to)) };
  const action = isTakenBack ? 'nothing-logged-taken-back' : 'nothing-logged';
  const [entry] = await store.session((session) =>
    transaction(
      session,
      async () => {
        if (isTakenBack) await checkDeclared(session, region, after);
        return atFaultPoint('declare.nothing-logged', () =>
          appendDecisions(session, [{ at, who, action, region, reason, after }]),
        );
      },
      'declare.commit',
    ),
  );
  return entry!;
}

/** Throws USAGE. */
async function checkDeclared(
  session: Session,
  region: string,
  { kind, from, to }: { readonly kind: string; readonly from: string; readonly to: string },
): Promise<void> {
  const all = await declaredStretches(session, null);
  const own = all.filter((one) => one.region === region && one.kind === kind);
  const exact = (at: string) => isoInstant(formatInstant(instantOfText(at)));
  const stretches = own.map((one) => `${exact(one.from_at)}..${exact(one.to_at)}`);
  const found = `${from}..${to}`;
  if (stretches.includes(found)) return;
  throw new Fault('USAGE', {
    where: '--nothing-logged',
    found: `${found}, of which nothing was declared`,
    expected:
      stretches.length === 0
        ? 'a declaration of this region and kind, of which there is none'
        : `one of ${stretches.join(', ')}`,
  });
}
