import { REPORTS } from '../reports/all.ts';
import { unitOf } from '../reports/columns.ts';
import type { Report } from '../reports/report.ts';
import { STUCK_REASONS } from '../reports/stuck-explanation.ts';
import { captureMetrics } from '../src/capture/capture-metrics.ts';
import { exitCodes } from '../src/cli/help-topics.ts';
import { FAULTS } from '../src/errors.ts';
import { REJECTIONS } from '../src/normalise/rejection.ts';
import { METRICS } from '../src/operations/monitor/metrics.ts';
import { RULES } from '../src/reconcile/rules/all.ts';
import { OUTCOMES } from '../src/reconcile/rules/outcome.ts';
import type { Rule } from '../src/reconcile/rules/rule.ts';
import { formOf } from '../src/settings/form.ts';
import { SANDBOX_ERRORS, SANDBOX_FAULTS } from '../src/settings/sandbox.ts';
import { settingsSchema } from '../src/settings/schema.ts';
import { settingsYaml } from '../src/settings/template.ts';
import { code, fenced, generatedPage, table } from './markdown.ts';
import { reportsOfStatements } from './reports-of-statements.ts';

/** docs/reference/reports.md: every report with its columns, units and meanings. */
export function reportsPage(): string {
  const overview = table(
    ['file', 'kind', 'one row per'],
    REPORTS.map(({ name, fact, grain }) => [`[${name}.csv](#${name}csv)`, fact ? 'fact' : 'state', grain]),
  );
  return generatedPage(
    'Reports and their columns',
    FORMS,
    '## All reports',
    KINDS,
    overview,
    reportsOfStatements(),
    '## datapackage.json',
    DATAPACKAGE_WORDS,
    ...REPORTS.map(report),
  );
}

/** docs/reference/outcomes.md */
export function outcomesPage(): string {
  return generatedPage(
    'Outcomes',
    'Every order has exactly one outcome: the first in this table that holds. An order is *open* while it is PENDING or ' +
      'STUCK. Deadlines are compared with the as-of (`--as-of`, default now).',
    outcomesTable(),
    '## Why an order is STUCK',
    'The column `stuck_reason` of [stuck-orders.csv](reports.md#stuck-orderscsv) has the first of these that holds. The ' +
      'column `explanation`, and `payin-recon order ORDER_NO`, say the same in a sentence with times. ' +
      '“Since” means since the request.',
    table(
      ['stuck_reason', 'what is known'],
      Object.entries(STUCK_REASONS).map(([reason, words]) => [code(reason), words]),
    ),
    "The deadline of an order is its expiry plus `graceSeconds`. The expiry is the time of creation plus the request's " +
      '`expiryPeriod`. After `expiryHorizonDays` more, a STUCK order becomes EXPIRED. A callback that comes later reopens it. ' +
      '[Settings](settings.md) has the defaults.',
  );
}

export function outcomesTable(): string {
  return table(
    ['outcome', 'holds when'],
    Object.entries(OUTCOMES).map((entry) => [...entry]),
  );
}

/** docs/reference/findings.md: every finding with its meaning and remedy. */
export function findingsPage(): string {
  return generatedPage(
    'Findings',
    'A finding is something about an order that a person should know. An order can have any number of findings. A paid ' +
      'order with a finding that *blocks a match* is a MISMATCH instead of MATCHED. ' +
      '[Matching](../concepts/matching.md) explains the terms.',
    findingsTable(),
    ...RULES.map(finding),
  );
}

export function findingsTable(): string {
  return table(
    ['finding', 'severity', 'blocks match', 'holds when'],
    RULES.map((rule) => [rule.code, rule.severity, rule.contradictsPayment ? 'yes' : '', rule.when]),
  );
}

function finding({ code: name, severity, contradictsPayment, explanation, when, remedy }: Rule): string {
  const effect = contradictsPayment ? ' It blocks a match.' : '';
  return [
    `## ${name}`,
    `${explanation} The severity is ${severity}.${effect}`,
    `- **Holds when:** ${when}.\n- **What to do:** ${remedy}`,
  ].join('\n\n');
}

/** docs/reference/rejections.md */
export function rejectionsPage(): string {
  return generatedPage(
    'Rejected lines',
    'A line is rejected only if it cannot be attributed to an order. Every other record is kept and, where something is ' +
      'wrong with it, gets a [finding](findings.md). [rejected-records.csv](reports.md#rejected-recordscsv) lists rejected ' +
      'lines with file and line number. A rejected line does not stop a run.',
    rejectionsTable(),
  );
}

export function rejectionsTable(): string {
  return table(
    ['reason', 'what is wrong', 'what to do'],
    Object.entries(REJECTIONS).map(([reason, { title, remedy }]) => [code(reason), title, remedy]),
  );
}

/** docs/reference/errors.md: every fault with its exit code and remedy. */
export function errorsPage(): string {
  return generatedPage(
    'Errors and exit codes',
    'An error says what happened, where, what was expected and what to do. It is written to standard error. ' +
      'The command `help` explains one by its code. Mismatches in the data are not errors: they are [findings](findings.md), and a ' +
      'run that has some ends with 0 unless `--fail-on` is given.',
    '## Exit codes',
    exitCodesTable(),
    '## Errors',
    errorsTable(),
  );
}

export function exitCodesTable(): string {
  return table(
    ['exit code', 'meaning'],
    exitCodes().map(([number, meaning]) => [number!, meaning!.split(':')[0]!]),
  );
}

export function errorsTable(): string {
  return table(
    ['error', 'exit code', 'what it means', 'what to do'],
    Object.entries(FAULTS).map(([name, { exitCode, title, remedy }]) => [
      name,
      String(exitCode),
      title,
      remedy,
    ]),
  );
}

/** The metrics of /metrics, except the metrics of the process itself. */
export function metricsTable(): string {
  return table(
    ['metric', 'type', 'labels', 'meaning'],
    METRICS.map(({ name, type, labels, help }) => [code(name), type, labels.map(code).join(', '), help]),
  );
}

/** All settings with their defaults, as YAML. */
export function settingsBlock(): string {
  return fenced('yaml', settingsYaml(formOf(settingsSchema), { withDefaults: true }));
}

/** docs/reference/README.md: the list of reference pages. */
export function referenceIndex(): string {
  return generatedPage(
    'Reference',
    'For looking things up. The first seven pages are made from the program (`npm run generate`), and a test keeps them up to ' +
      'date. The other three are written by hand, except the table in metrics.md. The JSON Schemas ' +
      'are made from the program too.',
    table(
      ['page', 'what it lists'],
      PAGES.map(([file, what]) => [`[${file}](${file})`, what]),
    ),
    'Back to the [documentation](../README.md).',
  );
}

const PAGES = [
  ['commands.md', 'every command with its arguments, options, defaults and examples'],
  ['settings.md', 'every setting with its type, default and meaning, and the whole file as YAML'],
  ['reports.md', 'every report and column, and the forms for programs and for Excel'],
  ['outcomes.md', 'the nine outcomes of an order, and why an order is STUCK'],
  ['findings.md', 'every finding with its severity, meaning and what to do'],
  ['rejections.md', 'why a line is rejected, and what to do'],
  ['errors.md', 'every error with its exit code and what to do'],
  ['json.md', 'what each command prints with `--json`, and manifest.json'],
  ['metrics.md', 'the HTTP endpoints and metrics for monitoring'],
  ['webhook.md', 'what a webhook receives, and how to check its signature'],
  ['webhook.schema.json', 'the body of every webhook as JSON Schema'],
  ['manifest.schema.json', 'manifest.json as JSON Schema'],
  ['what-if.schema.json', 'what `what-if --json` prints, as JSON Schema'],
  ['calibrate.schema.json', 'what `calibrate --json` prints, as JSON Schema'],
] as const;

function report({ name, title, grain, fact, columns }: Report): string {
  return [
    `## ${name}.csv`,
    `${title}. One row per ${grain}. ${fact ? 'This report is a fact.' : 'This report is a state.'}`,
    table(
      ['column', 'unit', 'meaning', 'example'],
      columns.map((column) => [code(column.name), unitOf(column), column.meaning, code(column.example)]),
    ),
  ].join('\n\n');
}

/** The keys of the reports that have one. */
function keysTable(): string {
  return table(
    ['file', 'primary key', 'foreign key'],
    REPORTS.filter(({ primaryKey, foreignKey }) => (primaryKey ?? foreignKey) !== undefined).map(
      ({ name, primaryKey = [], foreignKey }) => [
        `${name}.csv`,
        primaryKey.map(code).join(', '),
        foreignKey === undefined
          ? ''
          : `${foreignKey.columns.map(code).join(', ')} to ${foreignKey.report}.csv`,
      ],
    ),
  );
}

const KINDS = `A run publishes these files for each date and region, with [manifest.json](json.md#manifestjson) and
[datapackage.json](#datapackagejson). When the bytes of a *fact* change, a new version is written. A *state* shows what was known at the as-of of its version and makes no version by
itself. adjustments.csv makes a new version only where it has rows. [Versions](../concepts/versions.md) explains both.`;

const DATAPACKAGE_WORDS = `Every version has a datapackage.json, a [Data Package](https://datapackage.org) with a Table Schema of each file:
every column with its type, \`unit\`, meaning (\`description\`) and \`example\`, and the keys below. Programs that know
the standard read the columns with these types, so that identifiers stay text. The manifest has its digest, and \`verify\`
checks it. Versions of earlier programs have none.

${keysTable()}`;

const FORMS = `## Forms

All CSVs follow RFC 4180: UTF-8, comma, CRLF, a header row. Decimals have a dot. There are no rows of totals. Rows are sorted
bytewise. A value that does not exist is an empty cell. Every amount of money has two columns: minor units (whole numbers)
and major units (decimals of its currency). New columns are only added at the end. A text that a spreadsheet could read as a
formula gets a leading apostrophe, except in workbooks, whose cells have types. Numbers never get one. Rows are sorted by their
values, without such an apostrophe. Rows of adjustments.csv are in the order in which they became known, then by business date,
so that those of one payment follow each other.

This is the profile \`standard\`, for programs. The same reports can be written for people (\`--profile\`, \`--format\`, setting
\`export\`). Reports and columns stay the same.

| | standard | excel-br | excel-eg |
|---|---|---|---|
| for | programs | Excel as Windows sets it up for Brazil (pt-BR) | Excel as Windows sets it up for Egypt (ar-EG) |
| between cells | \`,\` | \`;\` | \`;\` |
| decimals | 1234.50 | 1234,50 | 1234.50 |
| dates | 2026-11-19 | 19/11/2026 | 19/11/2026 |
| times | 2026-11-19T13:05:00Z, 2026-11-19T10:05:00-03:00 | 19/11/2026 13:05:00 | 19/11/2026 13:05:00 |
| encoding | UTF-8 | UTF-8 with byte order mark | UTF-8 with byte order mark |

- A double click opens the CSVs of a profile correctly if the regional format of Windows is that of the country and was not
  changed (list separator \`;\`, decimal symbol, short date dd/MM/yyyy). If it may be another, use \`--format xlsx\`.
- In these profiles, times are real times of Excel, which have no zone. The name of the column says the zone: \`_utc\` is UTC,
  \`_local\` is the local time of the region. Each \`_local\` column follows its \`_utc\` column. The difference is the offset.
- Excel would change some texts (16 digits, leading zeros, 1E5, DEC2025, 1-2, TRUE, #N/A). Every text with a digit is
  therefore written as \`="0012345678"\`, which Excel shows as 0012345678. Other texts are plain, and so are texts of several
  lines and texts longer than a formula may be (8192 characters).
- A number of more than 15 digits, which Excel would round, is a text. So is a date before March 1900 or after 9999.
- \`--format xlsx\` writes one workbook per report: texts as texts, amounts and dates as such, with a frozen header row. Rows
  beyond the limit of a sheet (1,048,576 rows) continue on the next sheet. A text of more than 32,767 characters, or a sheet of
  more than 4 GiB, is an error: nothing is cut. The same content gives the same bytes.
- \`--format parquet\` writes one Parquet file per report, whose columns have types: texts (and local times, which keep their
  offset) are strings, dates are DATE, \`_utc\` times are UTC timestamps, \`_minor\` and counts are 64-bit integers, \`_amount\` is
  DECIMAL(23, 4), percentages are DECIMAL(5, 2). What does not exist is null, and no text gets an apostrophe. The profile changes
  nothing. A number beyond 64 bits is an error. The same content gives the same bytes. [Load the reports](../guides/load-the-reports.md)
  has a line for each tool.`;

/** The faults of the sandbox, for docs/guides/sandbox.md. */
export function sandboxFaultsTable(): string {
  return table(
    ['fault', 'what happens'],
    Object.entries(SANDBOX_FAULTS).map(([name, text]) => [code(name), text]),
  );
}

/** The error answers of the sandbox, for docs/guides/sandbox.md. */
export function sandboxErrorsTable(): string {
  return table(
    ['setting', 'code', 'HTTP status', 'message'],
    Object.entries(SANDBOX_ERRORS).map(([name, [answer, status, text]]) => [
      code(name),
      code(answer),
      String(status),
      text,
    ]),
  );
}

/** The metrics of capture, for docs/guides/capture.md. */
export function captureMetricsTable(): string {
  const { registry } = captureMetrics(() => 0);
  const own = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('payin_recon_'));
  return table(
    ['metric', 'meaning'],
    own.map(({ name, help }) => [code(name), help]),
  );
}
