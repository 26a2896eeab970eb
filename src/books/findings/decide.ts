import { setTimeout } from 'node:timers/promises';
import { type Caller, commandLine } from '../../caller.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { FAULTS, Fault } from '../../errors.ts';
import { plain } from '../../terminal-text.ts';
import {
  type CurrentFinding,
  type FindingFilter,
  type FindingKey,
  findingsOf,
  newestAsOf,
  selectFindings,
} from './current-findings.ts';
import type { Action, FindingDecision } from './decision.ts';
import { type ChangeRequest, changesOf } from './decision-changes.ts';
import { STATES } from './finding-state.ts';
import { type CaseChange, keepDecisions, keyText } from './keep-decisions.ts';
import { newestEntries, whyNotUndone } from './undoable.ts';
import { type Limits, writeOffAmounts } from './write-off-amount.ts';

/** How often the store's lock is tried while another process holds it. */
const PAUSE_MILLISECONDS = 100;
const MOST_NAMED = 20;

export interface DecisionRequest extends ChangeRequest {
  /** Reports what would be decided and changes nothing. */
  readonly dryRun?: boolean;
  /** How long to wait for the store's lock while another process holds it; 0 by default. */
  readonly patienceMilliseconds?: number;
}

/**
 * Stores decisions about findings under the store's lock. Either all of them are stored or none.
 * @param decisionsOf computes the decisions from the store, once the lock is held
 * @throws Fault STORE_LOCKED, what {@link changesOf} throws, and what decisionsOf throws
 */
export async function decideFindings(
  store: Store,
  request: DecisionRequest,
  decisionsOf: (session: Session) => Promise<readonly FindingDecision[]>,
): Promise<CaseChange[]> {
  const { changes } = await decideWithEntries(store, request, decisionsOf);
  return changes;
}

/** Decisions as they are stored. */
export interface StoredDecisions {
  readonly changes: CaseChange[];
  /** Numbers of their entries in the audit trail, one after the other; none after a dry run. */
  readonly entries: readonly number[];
}

/** Does what {@link decideFindings} does, and returns the numbers of the entries too. */
export async function decideWithEntries(
  store: Store,
  request: DecisionRequest,
  decisionsOf: (session: Session) => Promise<readonly FindingDecision[]>,
): Promise<StoredDecisions> {
  return patiently(request.patienceMilliseconds ?? 0, () =>
    store.exclusively(() =>
      store.session((session) =>
        transaction<StoredDecisions>(session, async () => {
          const changes = await changesOf(session, request, await decisionsOf(session));
          if (request.dryRun === true) return new Rollback({ changes, entries: [] });
          return { changes, entries: await keepDecisions(session, request, changes) };
        }),
      ),
    ),
  );
}

/** Does the work, again and again while the store is locked, for so long. */
async function patiently<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += PAUSE_MILLISECONDS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'STORE_LOCKED' || waited >= milliseconds) throw error;
      await setTimeout(PAUSE_MILLISECONDS);
    }
  }
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
    readonly merchants?: readonly string[] | undefined;
  },
  decision: Omit<FindingDecision, 'finding'>,
  caller: Caller = commandLine('findings'),
): Promise<FindingDecision[]> {
  const orders = [...new Set(which.orders)];
  const found = await matchingFindings(session, { ...which, order: orders });
  const findingsOf = (order: string) => found.filter(({ order_no }) => order_no === order);
  const unknown = orders.filter((order) => findingsOf(order).length === 0);
  if (unknown.length > 0) throw await unknownFault(session, unknown, which);
  const shared = orders.filter((order) => findingsOf(order).length > 1);
  if (shared.length > 0) throw sharedFault(shared, findingsOf, which.code, caller);
  return orders.map((order) => ({ ...decision, finding: findingsOf(order)[0]! }));
}

/** The fault for orders without a finding of this code. It lists the findings that they do have. */
async function unknownFault(
  session: Session,
  orders: readonly string[],
  { code, merchants }: { readonly code: string; readonly merchants?: readonly string[] | undefined },
): Promise<Fault> {
  const others = await matchingFindings(session, { order: orders, merchants });
  const has = (order: string) =>
    others
      .filter(({ order_no }) => order_no === order)
      .map((one) => plain(`${one.code} of merchant ${one.merchant_id}`))
      .join(', ');
  const [order] = orders;
  if (orders.length === 1) {
    return new Fault('FINDING_UNKNOWN', {
      where: plain(`${order} ${code}`),
      ...(has(order!) === ''
        ? {
            found: 'no finding of that order',
            remedy: `Check the order number (capitals and leading zeros count). ${FAULTS.FINDING_UNKNOWN.remedy}`,
          }
        : { expected: has(order!) }),
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
 * The decisions about the findings with these keys, in the order of the keys.
 * @throws Fault FINDING_UNKNOWN that names those that are not current
 */
export async function decideKeys(
  session: Session,
  keys: readonly FindingKey[],
  decision: Omit<FindingDecision, 'finding'>,
): Promise<FindingDecision[]> {
  const asOf = await newestAsOf(session);
  const found = asOf === undefined ? [] : await findingsOf(session, asOf, keys);
  const findings = new Map(found.map((finding) => [keyText(finding), finding]));
  const wanted = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const missing = wanted.filter((key) => !findings.has(keyText(key)));
  if (missing.length > 0) {
    const named = missing
      .slice(0, MOST_NAMED)
      .map(({ order_no, merchant_id, code }) => plain(`${order_no} of merchant ${merchant_id}, ${code}`));
    const more = missing.length - named.length;
    throw new Fault('FINDING_UNKNOWN', { found: more === 0 ? named : [...named, `and ${more} more`] });
  }
  return wanted.map((key) => ({ ...decision, finding: findings.get(keyText(key))! }));
}

/**
 * The decisions about every finding that matches a filter. Undoing concerns only those of which the newest decision can
 * be undone.
 * @param limits of write-offs, above which undoing brings none back
 * @throws Fault FINDING_UNKNOWN if none matches, or none of an order that the filter names
 */
export async function decideAll(
  session: Session,
  filter: FindingFilter,
  decision: Omit<FindingDecision, 'finding'>,
  limits: Limits = {},
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
  const concerned = decision.action === 'undo' ? await undoableOf(session, found, limits) : found;
  if (concerned.length === 0) {
    throw new Fault('NOTHING_TO_UNDO', { found: 'no decision about any finding that matches' });
  }
  return concerned.map((finding) => ({ ...decision, finding }));
}

async function undoableOf(
  session: Session,
  found: readonly CurrentFinding[],
  limits: Limits,
): Promise<CurrentFinding[]> {
  const newest = await newestEntries(session, found);
  const touched = found.filter((finding) => newest.has(keyText(finding)));
  const amountsOf = await writeOffAmounts(session, touched);
  return touched.filter(
    (finding) =>
      whyNotUndone(finding, newest.get(keyText(finding)), amountsOf(finding), limits) === undefined,
  );
}

/** Which findings an action can change, by their state. The states apply if the filter names none. */
export function changeableBy(action: Action): Pick<FindingFilter, 'states' | 'awaiting'> {
  if (action === 'reopen') return { states: ['resolved', 'accepted', 'written_off'], awaiting: undefined };
  if (action === 'undo') return { states: STATES, awaiting: undefined };
  const isAnswer = action === 'approve' || action === 'decline';
  return { states: ['open'], awaiting: isAnswer ? true : undefined };
}

/** All current findings that match a filter, the highest severity first, then the oldest. */
export async function matchingFindings(session: Session, filter: FindingFilter): Promise<CurrentFinding[]> {
  const asOf = await newestAsOf(session);
  if (asOf === undefined) return [];
  return selectFindings(session.db, asOf, filter).$castTo<CurrentFinding>().execute();
}
