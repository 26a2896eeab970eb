import { counted, plain } from '../../terminal-text.ts';
import { BOOKS, type Deviation, type Verified, type VerifyState } from './verified.ts';

const INDENT = ' '.repeat(9);

/**
 * The results as text: a line for each, its deviations below it, and a count.
 * @param paint adds colour to a state, if the output is coloured
 */
export function verifyText(
  results: readonly Verified[],
  paint: (state: VerifyState, word: string) => string,
): string {
  const width = Math.max(...results.map(({ subject }) => subject.length));
  const lines = results.flatMap(({ subject, state, found, remarks, deviations }) => [
    `${paint(state, state.padEnd(7))}  ${subject.padEnd(width)}  ${plain(found)}`,
    ...remarks.map((remark) => `${INDENT}${plain(remark)}`),
    ...deviations.flatMap(({ where, what, expected, actual }) => [
      `${INDENT}${plain(where)}: ${plain(what)}`,
      `${INDENT}  expected: ${plain(expected)}`,
      `${INDENT}  actual:   ${plain(actual)}`,
    ]),
  ]);
  return `${lines.join('\n')}\n\n${totalText(results)}`;
}

/** All deviations, one line each. */
export function deviationTexts(results: readonly Verified[], most: number): string[] {
  const deviations = deviationsOf(results);
  const shown = deviations.slice(0, most).map(({ where, what }) => `${plain(where)}: ${plain(what)}`);
  return deviations.length > most ? [...shown, `and ${deviations.length - most} more`] : shown;
}

/** All deviations except those that a run in progress may be about to correct, or the next run will. */
export function deviationsOf(results: readonly Verified[]): Deviation[] {
  return results.filter(({ state }) => state === 'changed').flatMap(({ deviations }) => deviations);
}

function totalText(results: readonly Verified[]): string {
  const pending = results.filter(({ state }) => state === 'pending');
  const isPublishing = pending.some(({ subject }) => subject !== BOOKS);
  const isJudgedEarlier = pending.some(({ subject }) => subject === BOOKS);
  const off = deviationsOf(results).length;
  const parts = [
    off === 0 ? 'No deviations.' : `${counted(off, 'deviation')}.`,
    ...(isPublishing ? ['A run is in progress: verify again when it has ended.'] : []),
    ...(isJudgedEarlier ? ['Verify the books again after the next run.'] : []),
  ];
  return parts.join(' ');
}
