import type { Caller } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import type { CurrentFinding } from './current-findings.ts';
import type { State } from './finding-state.ts';

/** The actions that a person can take on a finding. */
export const ACTIONS = ['resolve', 'accept', 'write-off', 'assign', 'note', 'reopen'] as const;
export type Action = (typeof ACTIONS)[number];

/** The closed state that an action leads to. Other actions leave the finding open or reopen it. */
export const CLOSING: Partial<Readonly<Record<Action, State>>> = {
  resolve: 'resolved',
  accept: 'accepted',
  'write-off': 'written_off',
};

/** Actions that require a text. */
const NEEDS_TEXT: readonly Action[] = ['resolve', 'accept', 'write-off', 'note'];

/** A decision about one finding, before it is checked. */
export interface FindingDecision {
  readonly finding: CurrentFinding;
  readonly action: Action;
  /** The reason, the note, or the assignee; empty to remove the assignee. */
  readonly text: string;
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
}

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
  };
}

/** Why a state does not allow an action; undefined if it does. A closed finding can still be given a note. */
export function refusal(current: CaseState, action: Action): 'FINDING_CLOSED' | 'FINDING_OPEN' | undefined {
  if (action === 'reopen') return current.state === 'open' ? 'FINDING_OPEN' : undefined;
  if (action === 'note') return undefined;
  return current.state === 'open' ? undefined : 'FINDING_CLOSED';
}

/** The state after an action that was allowed. */
export function stateAfter(current: CaseState, { finding, action, text }: FindingDecision): CaseState {
  if (action === 'assign') return { ...current, assignee: text === '' ? null : text };
  if (action === 'note') return { ...current, note: text };
  return {
    ...current,
    state: CLOSING[action] ?? 'open',
    reason: text === '' ? null : text,
    expected: finding.expected,
    actual: finding.actual,
    findingReason: finding.reason,
  };
}

/**
 * Throws a fault if a required text is missing.
 * @param where the option or argument that should contain it
 */
export function checkText(action: Action, where: string, text: string, code: Caller['code'] = 'USAGE'): void {
  if (!needsText(action) || text.trim() !== '') return;
  throw new Fault(code, {
    where,
    found: 'nothing',
    expected: action === 'note' ? 'the note' : 'a reason, for the audit trail',
  });
}
