import { isBlank } from '../../blank-text.ts';
import type { Caller } from '../../caller.ts';
import type { CaseStatesTable } from '../../database/tables.ts';
import { Fault } from '../../errors.ts';
import type { CurrentFinding } from './current-findings.ts';
import type { State } from './finding-state.ts';
import type { FindingAmount } from './write-off-amount.ts';

/** The actions that a person can take on a finding. */
export const ACTIONS = [
  ...(['resolve', 'accept', 'write-off', 'approve', 'decline'] as const),
  ...(['assign', 'note', 'reopen', 'undo'] as const),
] as const;
/** What can be decided about a finding. */
export type Action = (typeof ACTIONS)[number];

/** The action, as the audit trail has it, of a write-off that waits for approval. */
export const REQUEST = 'request-write-off';

/** The closed state that an action leads to. Other actions do not close a finding by themselves. */
export const CLOSING: Partial<Readonly<Record<Action, State>>> = {
  resolve: 'resolved',
  accept: 'accepted',
  'write-off': 'written_off',
  approve: 'written_off',
};

/** Actions that require a text. */
const NEEDS_TEXT: readonly Action[] = ['resolve', 'accept', 'write-off', 'decline', 'note'];

/** A decision about one finding, before it is checked. */
export interface FindingDecision {
  readonly finding: CurrentFinding;
  readonly action: Action;
  /** The reason, the note, or the assignee; empty to remove the assignee. */
  readonly text: string;
}

/** A write-off that waits for the approval of a second person. */
export interface WriteOffRequest extends FindingAmount {
  readonly by: string;
  readonly reason: string;
}

/** The state of a finding's case, and the finding's values when that state was decided. */
export interface CaseState {
  readonly state: State;
  readonly assignee: string | null;
  readonly note: string | null;
  readonly reason: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly findingReason: string | null;
  readonly awaiting: WriteOffRequest | null;
}

type Awaiting = 'awaiting_by' | 'awaiting_reason' | 'awaiting_currency' | 'awaiting_amount_minor';

/** A state of a case as the table case_states has it. */
export interface StoredState
  extends Pick<
    CaseStatesTable,
    'assignee' | 'note' | 'reason' | 'expected' | 'actual' | 'finding_reason' | Awaiting
  > {
  readonly state: State;
}

/** What else a decision depends on. */
export interface Circumstances {
  /** Who decides. */
  readonly who: string;
  /** The amount for which a write-off needs approval; undefined if it needs none. */
  readonly toApprove?: FindingAmount | undefined;
  /** What undoing restores. */
  readonly previous?: CaseState | undefined;
}

export type Refusal = 'FINDING_CLOSED' | 'FINDING_OPEN' | 'FINDING_WAITING' | 'FINDING_NOT_WAITING';

/** Whether an action requires a text. */
export function needsText(action: Action): boolean {
  return NEEDS_TEXT.includes(action);
}

/** A state as commands and files write it: `written-off`. */
export function stateName(state: string): string {
  return state.replaceAll('_', '-');
}

/** The state of a finding in the store. A finding without a decision is open. */
export function stateOf(finding: CurrentFinding): CaseState {
  return {
    state: finding.state,
    assignee: finding.assignee,
    note: finding.last_note,
    reason: finding.state_reason,
    expected: finding.decided_expected,
    actual: finding.decided_actual,
    findingReason: finding.decided_reason,
    awaiting: requestOf(finding),
  };
}

/** A state from the columns of the table case_states. */
export function storedState(row: StoredState): CaseState {
  const { state, assignee, note, reason, expected, actual, finding_reason: findingReason } = row;
  return { state, assignee, note, reason, expected, actual, findingReason, awaiting: requestOf(row) };
}

/** The write-off that waits, from the columns of a case; null if none does. */
export function requestOf(row: Pick<StoredState, Awaiting>): WriteOffRequest | null {
  if (row.awaiting_by === null) return null;
  return {
    by: row.awaiting_by,
    reason: row.awaiting_reason ?? '',
    currency: row.awaiting_currency,
    amountMinor: row.awaiting_amount_minor,
  };
}

/** Why a state does not allow an action; undefined if it does. A closed finding can still be given a note. */
export function refusal(current: CaseState, action: Action): Refusal | undefined {
  if (action === 'note' || action === 'undo') return undefined;
  const isWaiting = current.awaiting !== null;
  if (action === 'reopen') return current.state === 'open' && !isWaiting ? 'FINDING_OPEN' : undefined;
  if (current.state !== 'open') return 'FINDING_CLOSED';
  if (action === 'write-off') return isWaiting ? 'FINDING_WAITING' : undefined;
  if (action === 'approve' || action === 'decline') return isWaiting ? undefined : 'FINDING_NOT_WAITING';
  return undefined;
}

/** The state after an action that was allowed. */
export function stateAfter(
  current: CaseState,
  { finding, action, text }: FindingDecision,
  { who, toApprove, previous = current }: Circumstances,
): CaseState {
  if (action === 'assign') return { ...current, assignee: text === '' ? null : text };
  if (action === 'note') return { ...current, note: text };
  if (action === 'undo') return previous;
  // Nothing was closed, so that there is no reason for an open state either.
  if (action === 'decline' || (action === 'reopen' && current.awaiting !== null)) {
    return { ...current, awaiting: null };
  }
  const { expected, actual, reason: findingReason } = finding;
  const values = { expected, actual, findingReason };
  if (action === 'write-off' && toApprove !== undefined) {
    return { ...current, ...values, awaiting: { by: who, reason: text, ...toApprove } };
  }
  const reason = action === 'approve' ? (current.awaiting?.reason ?? '') : text;
  return {
    ...current,
    ...values,
    state: CLOSING[action] ?? 'open',
    reason: reason === '' ? null : reason,
    awaiting: null,
  };
}

/**
 * Throws a fault if a required text is missing.
 * @param where the option or argument that should contain it
 */
export function checkText(action: Action, where: string, text: string, code: Caller['code'] = 'USAGE'): void {
  if (!needsText(action) || !isBlank(text)) return;
  throw new Fault(code, {
    where,
    found: 'nothing',
    expected: action === 'note' ? 'the note' : 'a reason, for the audit trail',
  });
}
