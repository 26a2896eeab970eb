import { counted, plain } from '../../terminal-text.ts';
import type { Grade, GradedCheck } from './graded-check.ts';

/**
 * Formats checks as aligned lines, with the remedy below each that is not ok, and a count at the end.
 * @param paint colours the word of a grade if the output is in colour
 */
export function doctorText(
  checks: readonly GradedCheck[],
  paint: (grade: Grade, word: string) => string,
): string {
  const width = Math.max(...checks.map(({ subject }) => subject.length));
  const indent = ' '.repeat(10 + width + 2);
  const lines = checks.flatMap(({ grade, subject, found, remedy }) => [
    `${paint(grade, grade.padEnd(8))}  ${subject.padEnd(width)}  ${found.split('\n').map(plain).join(`\n${indent}`)}`,
    ...(remedy === undefined
      ? []
      : remedy.split('\n').map((line, at) => `${indent}${at === 0 ? 'to do: ' : '       '}${plain(line)}`)),
  ]);
  const count = (grade: Grade) => checks.filter((check) => check.grade === grade).length;
  const total = counted(checks.length, 'check');
  return `${lines.join('\n')}\n\n${total}: ${count('bad')} bad, ${count('doubtful')} doubtful, ${count('ok')} ok.`;
}
