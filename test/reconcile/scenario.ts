import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** One folder of test/fixtures: what is read, and what has to come of it. */
export interface Scenario {
  readonly name: string;
  /** Heading of about.md. */
  readonly title: string;
  /** The table of about.md: what each order is, and why. The update mode does not touch it. */
  readonly orders: readonly ExpectedOrder[];
  /** Log files, as paths from the working directory, so that reports name them alike on every machine. */
  readonly inputs: readonly string[];
  /** Folder of the expected reports: `expected/<date>/<region>/<report>.csv`, where a report has rows. */
  readonly expected: string;
  readonly asOf: string;
  readonly dates: readonly string[];
  /** Names of the reports that are held byte for byte; orders always. */
  readonly reports: readonly string[];
  readonly settings: unknown;
  /** Orders that are as close as can be to a code (of an outcome, finding or reason) and do not have it. */
  readonly nearMisses: Readonly<Record<string, readonly string[]>>;
}

export interface ExpectedOrder {
  /** orderNo, or `orderNo of merchant` where several merchants use it. */
  readonly order: string;
  readonly outcome: string;
  /** Codes, sorted. */
  readonly findings: readonly string[];
}

export type CsvRow = Readonly<Record<string, string>>;

/** Every scenario, by name. */
export function readScenarios(): Scenario[] {
  return readdirSync(FIXTURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readScenario(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Rows of a report by the names of its columns. */
export function readCsv(text: string): CsvRow[] {
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

/** What the saved reports of a scenario say, over all dates and regions. */
export function expectedRows(scenario: Scenario, report: string): CsvRow[] {
  return expectedFiles(scenario)
    .filter((file) => file.endsWith(`/${report}.csv`))
    .flatMap((file) => readCsv(readFileSync(join(scenario.expected, file), 'utf8')));
}

/** Saved reports as `<date>/<region>/<report>.csv`, in order. */
export function expectedFiles(scenario: Scenario): string[] {
  if (!existsSync(scenario.expected)) return [];
  return readdirSync(scenario.expected, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(scenario.expected, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Whether a row of a report is of the order that a name means. */
export function isOf(row: CsvRow, name: string): boolean {
  // A text cell that could start a formula has an apostrophe in front.
  const orderNo = row['order_no']!.replace(/^'/, '');
  return name === orderNo || name === `${orderNo} of ${row['merchant_id']}`;
}

function readScenario(name: string): Scenario {
  const folder = join(FIXTURES, name);
  const about = readFileSync(join(folder, 'about.md'), 'utf8');
  const { asOf, dates, reports, settings, nearMisses } = JSON.parse(
    readFileSync(join(folder, 'scenario.json'), 'utf8'),
  );
  return {
    name,
    title: /^# (.+)$/m.exec(about)![1]!,
    orders: [...about.matchAll(/^\| (?!order )(.+?) \| (.+?) \| .+ \|$/gm)].map(([, order, verdict]) =>
      readVerdict(order!, verdict!),
    ),
    inputs: readdirSync(folder)
      .filter((file) => file.endsWith('.ndjson'))
      .sort()
      .map((file) => relative(process.cwd(), join(folder, file)).replaceAll('\\', '/')),
    expected: join(folder, 'expected'),
    asOf,
    dates,
    reports,
    settings: settings ?? {},
    nearMisses: nearMisses ?? {},
  };
}

/** `MISMATCH: AMOUNT_MISMATCH KEY_MISMATCH` of an order whose name may be in backticks. */
function readVerdict(order: string, verdict: string): ExpectedOrder {
  const [outcome, findings] = verdict.split(': ');
  return { order: order.replace(/^`(.*)`$/, '$1'), outcome: outcome!, findings: findings?.split(' ') ?? [] };
}
