import { trimmed } from '../../blank-text.ts';
import { plain } from '../../terminal-text.ts';
import type { CurrentFinding } from './current-findings.ts';
import { type Action, CLOSING, requestOf } from './decision.ts';
import { type DecisionRow, GUARD, type ShownColumn } from './decisions-file.ts';
import { amountsText, amountText, type FindingAmount } from './write-off-amount.ts';

/** The amount whose write-off waits for approval, as lists write it; empty if none waits. */
export function awaitingAmount(finding: CurrentFinding): string {
  const request = requestOf(finding);
  return request === null ? '' : amountText(request);
}

/**
 * What a row of a file shows of its finding and the finding no longer has: the decision would be about something that
 * nobody saw. Values are compared for actions that close the finding, the request for its answers, and the newest entry
 * for all but notes. Undefined if nothing differs.
 * @param amounts what writing it off would give up now
 */
export function outdatedValue(
  { shown, action }: DecisionRow,
  finding: CurrentFinding,
  amounts: readonly FindingAmount[],
) {
  if (shown === undefined || action === 'note') return undefined;
  const closes = CLOSING[action as Action] !== undefined;
  const isAnswer = action === 'approve' || action === 'decline';
  const now: ReadonlyArray<readonly [ShownColumn, string]> = [
    ...(closes ? valuesOf(finding) : []),
    ...(isAnswer ? requestValues(finding) : []),
    ...(closes ? [['write_off_amount', amountsText(amounts)] as const] : []),
    ['newest_entry', finding.newest_entry ?? ''],
  ];
  for (const [column, value] of now) {
    const cell = shown[column];
    if (cell === undefined || isSame(cell, value)) continue;
    return {
      column,
      found: `${quoted(cell)}, but the finding shows ${quoted(value)} now`,
      expected: 'the values of a new list of findings',
    };
  }
  return undefined;
}

function valuesOf({ expected, actual, reason }: CurrentFinding) {
  return [
    ['expected', expected ?? ''],
    ['actual', actual ?? ''],
    ['reason', reason ?? ''],
  ] as const;
}

function requestValues(finding: CurrentFinding) {
  return [
    ['awaiting', finding.awaiting_by ?? ''],
    ['awaiting_amount', awaitingAmount(finding)],
  ] as const;
}

/** A text may begin like one that was guarded against formulas: its own apostrophe is then taken off the cell. */
function isSame(cell: string, value: string): boolean {
  const read = comparable(cell);
  return read === comparable(value) || read === comparable(value.replace(GUARD, ''));
}

/** Spreadsheets change line ends, and people leave spaces. */
function comparable(text: string): string {
  return trimmed(text.replace(/\r\n?/g, '\n'));
}

function quoted(text: string): string {
  return trimmed(text) === '' ? 'nothing' : `"${plain(text)}"`;
}
