import { REPORTS } from '../reports/all.ts';
import { code } from './markdown.ts';

/** Which files and columns only versions with statements have, for docs/reference/reports.md. */
export function reportsOfStatements(): string {
  const files = REPORTS.filter(({ ofStatements }) => ofStatements === true).map(({ name }) => `${name}.csv`);
  const columns = REPORTS.filter(({ ofStatements }) => ofStatements !== true).flatMap((report) => {
    const own = report.columns.filter(({ ofStatements }) => ofStatements === true);
    return own.length === 0
      ? []
      : [
          own.length === 1
            ? `- ${report.name}.csv: the column ${code(own[0]!.name)}, at its end`
            : `- ${report.name}.csv: the columns from ${code(own[0]!.name)} to ${code(own.at(-1)!.name)}, at its end`,
        ];
  });
  return [
    'Only versions whose run knew a row of a [statement](../concepts/statements.md), of the provider or the bank, have these:',
    [`- the files ${files.join(', ')}`, ...columns].join('\n'),
    'In versions of before the first statement, and in stores without any, they do not exist; they are not empty.',
  ].join('\n\n');
}
