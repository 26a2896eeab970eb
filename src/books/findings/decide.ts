import { type Caller, commandLine } from '../../caller.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { plain } from '../../terminal-text.ts';
import { type CurrentFinding, type FindingFilter, newestAsOf, selectFindings } from './current-findings.ts';
import {
  type Action,
  CLOSING,
  type FindingDecision,
  refusal,
  stateAfter,
  stateName,
  stateOf,
} from './decision.ts';
import { type CaseChange, type Decider, keepDecisions, keyText } from './keep-decisions.ts';

const MOST_REFUSED = 20;

export interface DecisionRequest extends Decider {
  /** Reports what would be decided and changes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Stores decisions about findings under the store's lock. Either all of them are stored or none.
 * @param decisionsOf computes the decisions from the store, once the lock is held
 * @throws Fault STORE_LOCKED, FINDING_CLOSED, FINDING_OPEN, and what decisionsOf throws
 */
export async function decideFindings(
  store: Store,
  request: DecisionRequest,
  decisionsOf: (session: Session) => Promise<readonly FindingDecision[]>,
): Promise<CaseChange[]> {
  return store.exclusively(() =>
    store.session((session) =>
      transaction(session, async () => {
        const changes = await changesOf(session, await decisionsOf(session));
        if (request.dryRun === true) return new Rollback(changes);
        await keepDecisions(session, request, changes);
        return changes;
      }),
    ),
  );
}

/**
 * The decisions about one finding code for each named order, in the order of the names.
 * @throws Fault FINDING_UNKNOWN that names every order without the finding; the caller's fault if several merchants
 * have the same order number
 */
export async function decideEach(
  session: Session,
  which: {
    readonly orders: readonly string[];
    readonly code: string;
    readonly merchant?: string | undefined;
  },
  decision: Omit<FindingDecision, 'finding'>,
  caller: Caller = commandLine('findings'),
): Promise<FindingDecision[]> {
  const orders = [...new Set(which.orders)];
  const found = await matchingFindings(session, { ...which, order: orders });
  const findingsOf = (order: string) => found.filter(({ order_no }) => order_no === order);
  const unknown = orders.filter((order) => findingsOf(order).length === 0);
  if (unknown.length > 0) throw await unknownFault(session, unknown, which.code);
  const shared = orders.filter((order) => findingsOf(order).length > 1);
  if (shared.length > 0) throw sharedFault(shared, findingsOf, which.code, caller);
  return orders.map((order) => ({ ...decision, finding: findingsOf(order)[0]! }));
}

/** The fault for orders without a finding of this code. It lists the findings that they do have. */
async function unknownFault(session: Session, orders: readonly string[], code: string): Promise<Fault> {
  const others = await matchingFindings(session, { order: orders });
  const has = (order: string) =>
    others
      .filter(({ order_no }) => order_no === order)
      .map((one) => plain(`${one.code} of merchant ${one.merchant_id}`))
      .join(', ');
  const [order] = orders;
  if (orders.length === 1) {
    return new Fault('FINDING_UNKNOWN', {
      where: plain(`${order} ${code}`),
      ...(has(order!) === '' ? { found: 'no finding of that order' } : { expected: has(order!) }),
    });
  }
  return new Fault('FINDING_UNKNOWN', {
    where: `${code} of ${orders.length} of the orders`,
    found: orders.map((one) => `${plain(one)}: ${has(one) === '' ? 'no finding' : `only ${has(one)}`}`),
  });
}

function sharedFault(
  orders: readonly string[],
  findingsOf: (order: string) => readonly CurrentFinding[],
  code: string,
  caller: Caller,
): Fault {
  return new Fault(caller.code, {
    where: orders.map((order) => plain(`${order} ${code}`)).join(', '),
    found: orders.map((order) => {
      const merchants = findingsOf(order).map(({ merchant_id }) => plain(merchant_id));
      return `orders of ${merchants.length} merchants: ${merchants.join(', ')}`;
    }),
    expected: `${caller.spoken('merchant')} with one of them`,
  });
}

/**
 * The decisions about every finding that matches a filter.
 * @throws Fault FINDING_UNKNOWN if none matches, or none of an order that the filter names
 */
export async function decideAll(
  session: Session,
  filter: FindingFilter,
  decision: Omit<FindingDecision, 'finding'>,
): Promise<FindingDecision[]> {
  const found = await matchingFindings(session, filter);
  if (found.length === 0) throw new Fault('FINDING_UNKNOWN', { found: 'no finding that matches' });
  const missing = [filter.order ?? []]
    .flat()
    .filter((order) => !found.some(({ order_no }) => order_no === order));
  if (missing.length > 0) {
    throw new Fault('FINDING_UNKNOWN', {
      found: missing.map((order) => `${plain(order)}: no finding that matches`),
    });
  }
  return found.map((finding) => ({ ...decision, finding }));
}

/** The states that an action can change. They apply if the filter names no state. */
export function statesFor(action: Action): FindingFilter['states'] {
  return action === 'reopen' ? ['resolved', 'accepted', 'written_off'] : ['open'];
}

async function matchingFindings(session: Session, filter: FindingFilter): Promise<CurrentFinding[]> {
  const asOf = await newestAsOf(session);
  if (asOf === undefined) return [];
  return (await selectFindings(session.db, asOf, filter).execute()) as unknown as CurrentFinding[];
}

async function changesOf(session: Session, decisions: readonly FindingDecision[]): Promise<CaseChange[]> {
  const states = new Map<string, CaseChange['after']>();
  const changes: CaseChange[] = [];
  const refused: Array<{ finding: CurrentFinding; code: 'FINDING_CLOSED' | 'FINDING_OPEN' }> = [];
  for (const decision of decisions) {
    const { finding, action, text } = decision;
    const key = keyText(finding);
    const before = states.get(key) ?? stateOf(finding);
    const code = refusal(before, action);
    if (code !== undefined) {
      refused.push({ finding, code });
      continue;
    }
    const after = stateAfter(before, decision);
    states.set(key, after);
    changes.push({ finding, action, text: text === '' ? null : text, before, after });
  }
  const [first, ...others] = refused;
  if (first === undefined) return changes;
  throw await refusedFault(
    session,
    first.code,
    [first, ...others].map(({ finding }) => finding),
  );
}

/**
 * The fault for findings that the action does not apply to. For a closed finding it says who closed it, when, how and
 * why, since another person may just have done so.
 */
async function refusedFault(
  session: Session,
  code: 'FINDING_CLOSED' | 'FINDING_OPEN',
  findings: readonly CurrentFinding[],
): Promise<Fault> {
  const closed = code === 'FINDING_CLOSED';
  const expected = closed ? { expected: 'an open finding' } : {};
  const [first] = findings;
  if (findings.length === 1) {
    const found = closed ? { found: await closedText(session, first!) } : {};
    return new Fault(code, { where: placeOf(first!), ...found, ...expected });
  }
  const found: string[] = [];
  for (const finding of findings.slice(0, MOST_REFUSED)) {
    found.push(closed ? `${placeOf(finding)}: ${await closedText(session, finding)}` : placeOf(finding));
  }
  if (findings.length > MOST_REFUSED) found.push(`and ${findings.length - MOST_REFUSED} more`);
  return new Fault(code, { where: `${findings.length} findings`, found, ...expected });
}

/** Describes who closed a finding, when, how and why. */
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
