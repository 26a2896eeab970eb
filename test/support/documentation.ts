import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPORTS } from '../../reports/all.ts';
import { UNITS } from '../../reports/columns.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import { FAULTS } from '../../src/errors.ts';
import { REJECTIONS } from '../../src/normalise/rejection.ts';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { OUTCOMES } from '../../src/reconcile/rules/outcome.ts';
import { formOf } from '../../src/settings/form.ts';
import { settingsSchema } from '../../src/settings/schema.ts';
import { settingsYaml } from '../../src/settings/template.ts';

/** reports/README.md: every report with its columns, their units and meanings. */
export function reportsReadme(): string {
  const blocks = REPORTS.map((report) => {
    const rows = report.columns.map(
      (column) => `| ${column.name} | ${UNITS[column.kind]} | ${column.meaning} |`,
    );
    const kind = report.fact ? 'A fact: if its content changes, a new version is written.' : STATE;
    return [
      `## ${report.name}.csv`,
      `${report.title}. One row per ${report.grain}. ${kind}`,
      ['| column | unit | meaning |', '|---|---|---|', ...rows].join('\n'),
    ].join('\n\n');
  });
  return `${[HEAD, ...blocks].join('\n\n')}\n`;
}

/** README.md with its made parts made anew, each between its two marks. */
export function mainReadme(): string {
  let text = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  for (const [name, made] of Object.entries(PARTS)) {
    const part = new RegExp(`(<!-- made: ${name} -->\n)[^]*?(<!-- end -->)`);
    if (!part.test(text)) throw new Error(`README.md lacks the mark <!-- made: ${name} -->`);
    text = text.replace(part, (_all, start: string, end: string) => `${start}${made()}\n${end}`);
  }
  return text;
}

const PARTS: Readonly<Record<string, () => string>> = {
  demo: () => `\`\`\`\n$ npm run demo\n${demoOutput()}\`\`\``,
  library: () => `\`\`\`ts\n${readFileSync(join(packageRoot, EXAMPLE), 'utf8')}\`\`\``,
  outcomes: () =>
    table(
      ['outcome', 'the first that holds'],
      Object.entries(OUTCOMES).map(([name, when]) => [name, when]),
    ),
  findings: () =>
    table(
      ['finding', 'severity', 'M', 'when'],
      RULES.map((rule) => [rule.code, rule.severity, rule.contradictsPayment ? 'M' : '', rule.when]),
    ),
  rejections: () =>
    table(
      ['reason', 'what', 'what to do'],
      Object.entries(REJECTIONS).map(([reason, { title, remedy }]) => [reason, title, remedy]),
    ),
  settings: () => `\`\`\`yaml\n${settingsYaml(formOf(settingsSchema), { withDefaults: true })}\`\`\``,
  faults: () =>
    table(
      ['error', 'exit code', 'what'],
      Object.entries(FAULTS).map(([code, { exitCode, title }]) => [code, String(exitCode), title]),
    ),
};

/** Run by test/e2e/package.test.ts against the package as it is installed. */
const EXAMPLE = 'test/e2e/library-example.ts';

const STATE = 'A state: it shows the orders as known at the as-of of its version.';

const HEAD = `# Reports

Every report is a file in this folder: name, title, columns with units and meanings, and which rows there are in
which order. This page is made from them (\`npm run generate\`).

All CSVs: RFC 4180, UTF-8, comma, CRLF, a header row, dot decimals, no totals rows, rows sorted bytewise. What does
not exist is an empty cell. Every money stands twice, in minor units (whole numbers) and in major units (decimals of
its currency). Columns are only ever added at the end. A text that a spreadsheet could take for a formula gets a
leading apostrophe, but for workbooks, whose cells know what they are; numbers never do.

That is the profile \`standard\`, for programs. The same reports can be written for people (\`--profile\`, \`--format\`,
setting \`export\`); the files keep their names, and the columns below are the same.

| | standard | excel-br | excel-eg |
|---|---|---|---|
| for | programs | Excel as Windows sets it up for Brazil (pt-BR) | Excel as Windows sets it up for Egypt (ar-EG) |
| between cells | \`,\` | \`;\` | \`;\` |
| decimals | 1234.50 | 1234,50 | 1234.50 |
| dates | 2026-11-19 | 19/11/2026 | 19/11/2026 |
| times | 2026-11-19T13:05:00Z, 2026-11-19T10:05:00-03:00 | 19/11/2026 13:05:00 | 19/11/2026 13:05:00 |
| encoding | UTF-8 | UTF-8 with byte order mark | UTF-8 with byte order mark |

- A double click opens the profile's CSVs right if Windows' regional format is that country's and was not changed
  (list separator \`;\`, decimal symbol, short date dd/MM/yyyy). Where it may be another, take \`--format xlsx\`.
- Times are then real times of Excel, which know no zone. The column's name tells it: \`_utc\` is UTC, \`_local\` the
  clock of the region. Each \`_local\` stands beside its \`_utc\`, so their difference is the offset.
- A text that Excel would turn into something else (16 digits, leading zeros, 1E5, DEC2025, 1-2, TRUE, #N/A) is
  written as \`="0012345678"\`, which Excel shows as 0012345678. That holds for every text with a digit; other texts
  are plain. A text of several lines, or longer than a formula may be (8192 letters), is plain too.
- A number of more than 15 digits, which Excel would round, is a text; so is a day before March 1900 or past 9999.
- \`--format xlsx\` writes a workbook for each report: texts as text, amounts and dates as such, a header that stays in
  sight. What one sheet cannot hold (1,048,576 rows) goes on in the next. A text of more than 32,767 letters, or more
  than 4 GiB of a sheet, is an error, never cut. The same content has the same bytes.`;

function table(header: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** What the demo really prints, in a folder of its own. */
function demoOutput(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-readme-'));
  try {
    return execFileSync(process.execPath, [join(packageRoot, 'src/cli/main.ts'), 'demo'], {
      cwd: folder,
      encoding: 'utf8',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
