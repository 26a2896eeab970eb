import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { plain } from '../text.ts';
import { type CurrentFinding, type FindingFilter, newestAsOf, selectFindings } from './current-findings.ts';
import { type Action, CLOSING, refusal, stateAfter, stateName, stateOf, type Wish } from './decision.ts';
import { type CaseChange, type Decider, keepDecisions, keyText } from './keep-decisions.ts';

export interface DecisionRequest extends Decider {
  /** Tells what would be decided, and changes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Makes decisions about findings while nobody else changes the store; all of them are kept, or none.
 * @param wishesOf says what is wanted, from what the store holds at that moment
 * @throws Fault STORE_LOCKED, FINDING_CLOSED, FINDING_OPEN, and what wishesOf throws
 */
export async function decideFindings(
  store: Store,
  request: DecisionRequest,
  wishesOf: (session: Session) => Promise<readonly Wish[]>,
): Promise<CaseChange[]> {
  return store.exclusively(() =>
    store.session((session) =>
      transaction(session, async () => {
        const changes = await changesOf(session, await wishesOf(session));
        if (request.dryRun === true) return new Rollback(changes);
        await keepDecisions(session, request, changes);
        return changes;
      }),
    ),
  );
}

/** What is wanted of the one finding of an order with a code. Throws FINDING_UNKNOWN; USAGE if merchants share it. */
export async function wishForOne(
  session: Session,
  which: { readonly order: string; readonly code: string; readonly merchant?: string | undefined },
  wish: Omit<Wish, 'finding'>,
): Promise<Wish[]> {
  const where = plain(`${which.order} ${which.code}`);
  const found = await matchingFindings(session, which);
  if (found.length > 1) {
    throw new Fault('USAGE', {
      where,
      found: `orders of ${found.length} merchants: ${found.map((one) => plain(one.merchant_id)).join(', ')}`,
      expected: '--merchant with one of them',
    });
  }
  if (found.length === 1) return [{ ...wish, finding: found[0]! }];
  const others = await matchingFindings(session, { order: which.order });
  throw new Fault('FINDING_UNKNOWN', {
    where,
    ...(others.length === 0
      ? { found: 'no finding of that order' }
      : { expected: others.map((one) => plain(`${one.code} of merchant ${one.merchant_id}`)).join(', ') }),
  });
}

/** What is wanted of every finding that a filter leaves. Throws FINDING_UNKNOWN if there is none. */
export async function wishForAll(
  session: Session,
  filter: FindingFilter,
  wish: Omit<Wish, 'finding'>,
): Promise<Wish[]> {
  const found = await matchingFindings(session, filter);
  if (found.length === 0) throw new Fault('FINDING_UNKNOWN', { found: 'no finding that matches' });
  return found.map((finding) => ({ ...wish, finding }));
}

/** The findings that a decision is about where its filter names no state: those that it can change. */
export function statesFor(action: Action): FindingFilter['states'] {
  return action === 'reopen' ? ['resolved', 'accepted', 'written_off'] : ['open'];
}

async function matchingFindings(session: Session, filter: FindingFilter): Promise<CurrentFinding[]> {
  const asOf = await newestAsOf(session);
  if (asOf === undefined) return [];
  return (await selectFindings(session.db, asOf, filter).execute()) as unknown as CurrentFinding[];
}

async function changesOf(session: Session, wishes: readonly Wish[]): Promise<CaseChange[]> {
  const states = new Map<string, CaseChange['after']>();
  const changes: CaseChange[] = [];
  for (const wish of wishes) {
    const { finding, action, text } = wish;
    const key = keyText(finding);
    const before = states.get(key) ?? stateOf(finding);
    const refused = refusal(before, action);
    if (refused === 'FINDING_CLOSED') throw await closedFault(session, finding);
    if (refused !== undefined) throw new Fault(refused, { where: placeOf(finding) });
    const after = stateAfter(before, wish);
    states.set(key, after);
    changes.push({ finding, action, text: text === '' ? null : text, before, after });
  }
  return changes;
}

/** Says who closed it, when, as what and why: it may have been a moment ago. */
async function closedFault(session: Session, finding: CurrentFinding): Promise<Fault> {
  return new Fault('FINDING_CLOSED', {
    where: placeOf(finding),
    found: await closedText(session, finding),
    expected: 'an open finding',
  });
}

/** Who closed a finding, when, as what and why. */
export async function closedText(session: Session, finding: CurrentFinding): Promise<string> {
  const entry = await session.db
    .selectFrom('audit_entries')
    .select(['at', 'who', 'reason'])
    .where('order_no', '=', finding.order_no)
    .where('merchant_id', '=', finding.merchant_id)
    .where('code', '=', finding.code)
    .where('action', 'in', Object.keys(CLOSING))
    .orderBy('entry', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { at, who, reason } = entry;
  return plain(`${stateName(finding.state)} by ${who} at ${isoSeconds(at)}: ${reason}`);
}

function placeOf({ order_no, merchant_id, code }: CurrentFinding): string {
  return plain(`${order_no} of merchant ${merchant_id}, ${code}`);
}
