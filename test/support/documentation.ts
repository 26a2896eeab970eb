import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPORTS } from '../../reports/all.ts';
import { UNITS } from '../../reports/columns.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import { FAULTS } from '../../src/errors.ts';
import { REJECTIONS } from '../../src/normalise/rejection.ts';
import { OUTCOMES } from '../../src/reconcile/outcome.ts';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { formOf } from '../../src/settings/form.ts';
import { settingsYaml } from '../../src/settings/template.ts';
import { settingsSchema } from '../../src/settings.ts';

/** reports/README.md: every report with its columns, their units and meanings. */
export function reportsReadme(): string {
  const blocks = REPORTS.map((report) => {
    const rows = report.columns.map(
      (column) => `| ${column.name} | ${UNITS[column.kind]} | ${column.meaning} |`,
    );
    const kind = report.fact ? 'A fact: when its bytes would change, a new version is written.' : STATE;
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

const STATE = 'A state: it shows how things stood at the as-of of its version.';

const HEAD = `# Reports

Every report is a file in this folder: name, title, columns with units and meanings, and which rows there are in
which order. This page is made from them (\`npm run generate\`).

All CSVs: RFC 4180, UTF-8, comma, CRLF, a header row, dot decimals, no totals rows, rows sorted bytewise. What does
not exist is an empty cell. Every money stands twice, in minor units (whole numbers) and in major units (decimals of
its currency). Columns are only ever added at the end. A text that a spreadsheet could take for a formula gets a
leading apostrophe; numbers never do.`;

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
