import type { Caller } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import type { CurrentFinding } from './current-findings.ts';
import type { State } from './finding-state.ts';

/** What a person can decide about a finding. */
export const ACTIONS = ['resolve', 'accept', 'write-off', 'assign', 'note', 'reopen'] as const;
export type Action = (typeof ACTIONS)[number];

/** The state that closes a finding by an action; the others leave it open, or open it. */
export const CLOSING: Partial<Readonly<Record<Action, State>>> = {
  resolve: 'resolved',
  accept: 'accepted',
  'write-off': 'written_off',
};

/** Actions that say nothing without a text. */
const NEEDS_TEXT: readonly Action[] = ['resolve', 'accept', 'write-off', 'note'];

/** A decision about one finding, before it is checked. */
export interface FindingDecision {
  readonly finding: CurrentFinding;
  readonly action: Action;
  /** The reason, the note, or to whom; empty to assign it to nobody. */
  readonly text: string;
}

/** What people have made of a finding, and what it said when its state was decided. */
export interface CaseState {
  readonly state: State;
  readonly assignee: string | null;
  readonly note: string | null;
  readonly reason: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly findingReason: string | null;
}

/** Whether an action has to say why, or what. */
export function needsText(action: Action): boolean {
  return NEEDS_TEXT.includes(action);
}

/** A state as commands and files name it: `written-off`. */
export function stateName(state: string): string {
  return state.replaceAll('_', '-');
}

/** The state of a finding in the store; without a decision it is open. */
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

/** Why an action cannot be taken in a state; undefined if it can. A closed finding can still be given a note. */
export function refusal(current: CaseState, action: Action): 'FINDING_CLOSED' | 'FINDING_OPEN' | undefined {
  if (action === 'reopen') return current.state === 'open' ? 'FINDING_OPEN' : undefined;
  if (action === 'note') return undefined;
  return current.state === 'open' ? undefined : 'FINDING_CLOSED';
}

/** The state after an action that is not refused. */
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
 * Refuses a text that is missing.
 * @param where the option or argument in which it was to be
 */
export function checkText(action: Action, where: string, text: string, code: Caller['code'] = 'USAGE'): void {
  if (!needsText(action) || text.trim() !== '') return;
  throw new Fault(code, {
    where,
    found: 'nothing',
    expected: action === 'note' ? 'the note' : 'a reason, for the audit trail',
  });
}
