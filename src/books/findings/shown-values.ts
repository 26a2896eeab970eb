import { trimmed } from '../../blank-text.ts';
import { plain } from '../../terminal-text.ts';
import type { CurrentFinding } from './current-findings.ts';
import { type Action, CLOSING, requestOf } from './decision.ts';
import { type DecisionRow, GUARD } from './decisions-file.ts';
import { amountText } from './write-off-amount.ts';

/** The amount whose write-off waits for approval, as lists write it; empty if none waits. */
export function awaitingAmount(finding: CurrentFinding): string {
  const request = requestOf(finding);
  return request === null ? '' : amountText(request);
}

/**
 * What a row of a file shows of its finding and the finding no longer has: somebody who closes it would decide about
 * other values than were seen. Undefined if nothing differs, and for actions that close nothing.
 */
export function outdatedValue({ shown, action }: DecisionRow, finding: CurrentFinding) {
  if (shown === undefined || CLOSING[action as Action] === undefined) return undefined;
  const now = {
    expected: finding.expected ?? '',
    actual: finding.actual ?? '',
    reason: finding.reason ?? '',
    ...(action === 'approve' ? { awaiting_amount: awaitingAmount(finding) } : {}),
  };
  for (const [column, value] of Object.entries(now)) {
    const cell = shown[column as keyof typeof shown];
    if (cell === undefined || isSame(cell, value)) continue;
    return {
      column,
      found: `${quoted(cell)}, but the finding shows ${quoted(value)} now`,
      expected: 'the values of a new list of findings',
    };
  }
  return undefined;
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
