import { isDeepStrictEqual } from 'node:util';
import { isStorable, STORABLE } from '../../blank-text.ts';
import type { Session } from '../../database/store.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { Fault } from '../../errors.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { plain } from '../../terminal-text.ts';
import { closedText } from './closed-text.ts';
import { type CurrentFinding, findingsOf, newestAsOf } from './current-findings.ts';
import {
  ACTIONS,
  type Action,
  type CaseState,
  type FindingDecision,
  needsText,
  type Refusal,
  refusal,
  stateAfter,
  stateOf,
} from './decision.ts';
import type { DecisionRow } from './decisions-file.ts';
import { keyText } from './keep-decisions.ts';
import { outdatedValue } from './shown-values.ts';
import { type FindingAmount, writeOffAmounts } from './write-off-amount.ts';

/** A row that cannot be applied: the column, its value, and the expected value. */
interface Mistake {
  readonly line: number;
  readonly column: string;
  readonly found: string;
  readonly expected: string;
}

/** A row that passed every check that needs no other row. */
interface PlausibleRow extends DecisionRow {
  readonly action: Action;
}

/** Who decides, and whether a write-off needs approval, is known when the decisions are made. */
const NOT_YET_KNOWN = { who: '' };

const CODES = RULES.map(({ code }) => code);

/**
 * The decisions in a file, once every row is valid. Each row must name an existing finding, an action that its state
 * allows, and the text that the action requires. A row must show of its finding what it decides about, if the file shows
 * it: its values, the request that is answered, and that nobody has decided about it since. No two rows may contradict
 * each other.
 * @param name of the file, for messages
 * @throws Fault DECISIONS_INVALID that lists every invalid row
 */
export async function decisionsOfRows(
  session: Session,
  rows: readonly DecisionRow[],
  name: string,
): Promise<FindingDecision[]> {
  const mistakes = rows.flatMap(mistakesOf);
  const wrong = new Set(mistakes.map(({ line }) => line));
  const plausible = rows.filter((row): row is PlausibleRow => !wrong.has(row.line));
  const asOf = await newestAsOf(session);
  const keys = plausible.map(keyOf);
  const found = asOf === undefined ? [] : await findingsOf(session, asOf, keys);
  const findings = new Map(found.map((finding) => [keyText(finding), finding]));
  const amountsOf = await writeOffAmounts(session, found);
  const decisions: FindingDecision[] = [];
  const earlier = new Map<string, Array<{ row: PlausibleRow; state: CaseState }>>();
  for (const row of plausible) {
    const key = keyText(keyOf(row));
    const finding = findings.get(key);
    if (finding === undefined) {
      mistakes.push(unknown(row));
      continue;
    }
    const before = earlier.get(key) ?? [];
    if (before.some(({ row: other }) => isSame(other, row))) continue;
    const mistake =
      (await mistakeOfState(session, row, finding, before)) ??
      mistakeOfShown(row, finding, amountsOf(finding));
    if (mistake !== undefined) {
      mistakes.push(mistake);
      continue;
    }
    const decision: FindingDecision = { finding, action: row.action, text: row.note };
    earlier.set(key, [
      ...before,
      { row, state: stateAfter(before.at(-1)?.state ?? stateOf(finding), decision, NOT_YET_KNOWN) },
    ]);
    decisions.push(decision);
  }
  if (mistakes.length > 0) throw invalid(name, mistakes);
  return decisions;
}

function mistakesOf(row: DecisionRow): Mistake[] {
  const mistakes: Mistake[] = [];
  const add = (column: string, found: string, expected: string) =>
    mistakes.push({
      line: row.line,
      column,
      found: found === '' ? 'nothing' : `"${plain(found)}"`,
      expected,
    });
  if (!CODES.includes(row.code)) {
    add('code', row.code, [didYouMean(row.code, CODES) ?? 'the code of a finding'].join());
  }
  if (row.merchant === '') add('merchant', '', 'the merchant identifier as in the log');
  if (row.order === '') add('order', '', 'the order number as in the log');
  if (!ACTIONS.some((action) => action === row.action)) {
    add('action', row.action, [ACTIONS.join(', '), didYouMean(row.action, ACTIONS) ?? []].flat().join('. '));
  } else if (row.note === '' && (needsText(row.action as Action) || row.action === 'assign')) {
    add('note', '', row.action === 'assign' ? 'to whom' : row.action === 'note' ? 'the note' : 'why');
  }
  for (const column of ['merchant', 'order', 'note'] as const) {
    if (!isStorable(row[column])) add(column, row[column], STORABLE);
  }
  return mistakes;
}

function keyOf({ order, merchant, code }: DecisionRow) {
  return { order_no: order, merchant_id: merchant, code };
}

function unknown({ line, order, merchant, code }: DecisionRow): Mistake {
  return {
    line,
    column: 'order',
    found: plain(`no finding ${code} of order "${order}" of merchant "${merchant}"`),
    expected: 'a current finding (capitals and leading zeros count)',
  };
}

/** Whether another row repeats this one. It is then applied once. */
function isSame(one: PlausibleRow, other: PlausibleRow): boolean {
  return one.action === other.action && one.note === other.note && isDeepStrictEqual(one.shown, other.shown);
}

function mistakeOfShown(
  row: PlausibleRow,
  finding: CurrentFinding,
  amounts: readonly FindingAmount[],
): Mistake | undefined {
  const outdated = outdatedValue(row, finding, amounts);
  return outdated && { line: row.line, ...outdated };
}

async function mistakeOfState(
  session: Session,
  row: PlausibleRow,
  finding: CurrentFinding,
  before: ReadonlyArray<{ row: PlausibleRow; state: CaseState }>,
): Promise<Mistake | undefined> {
  const { line, action } = row;
  // Several notes may follow each other. Two other actions of one kind, or one that opens and one that
  // closes, may not.
  const contradicting = before.find(
    ({ row: other }) =>
      (kindOf(other.action) === kindOf(action) && action !== 'note') ||
      // What would it take back?
      [other.action, action].includes('undo'),
  );
  if (contradicting !== undefined) {
    const { row: other } = contradicting;
    return {
      line,
      column: 'action',
      found: `${action}, which contradicts line ${other.line} (${other.action})`,
      expected: 'one decision for a finding',
    };
  }
  const refused = refusal(before.at(-1)?.state ?? stateOf(finding), action);
  if (refused === undefined) return undefined;
  const closer = before.find(({ row: other }) => kindOf(other.action) === 'state');
  if (closer !== undefined) {
    return {
      line,
      column: 'action',
      found: `${action}, after line ${closer.row.line} has closed the finding (${closer.row.action})`,
      expected: `${action} in a row before it`,
    };
  }
  const is = refused === 'FINDING_CLOSED' ? await closedText(session, finding) : IS[refused];
  return { line, column: 'action', found: `${action} of a finding that is ${is}`, expected: FITS[refused] };
}

const IS: Readonly<Record<Exclude<Refusal, 'FINDING_CLOSED'>, string>> = {
  FINDING_OPEN: 'open',
  FINDING_WAITING: 'waiting for approval already',
  FINDING_NOT_WAITING: 'not waiting for approval',
};

const FITS: Readonly<Record<Refusal, string>> = {
  FINDING_OPEN: 'a finding that a person has closed',
  FINDING_CLOSED: 'an open finding, or reopen',
  FINDING_WAITING: 'approve or decline, or no row for it',
  FINDING_NOT_WAITING: 'a finding whose write-off waits for approval',
};

function kindOf(action: Action): 'assign' | 'note' | 'state' {
  return action === 'assign' || action === 'note' ? action : 'state';
}

function invalid(name: string, mistakes: readonly Mistake[]): Fault {
  return new Fault('DECISIONS_INVALID', {
    where: name,
    found: mistakes
      .toSorted((a, b) => a.line - b.line)
      .map(
        ({ line, column, found, expected }) =>
          `line ${line}, column ${column}: ${found}; expected: ${expected}`,
      ),
  });
}
