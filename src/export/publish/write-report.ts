import { createHash, type Hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report, ReportRow, ReportScope } from '../../../reports/report.ts';
import { shownReport, shownTogether } from '../../../reports/shown-reports.ts';
import type { Session } from '../../database/store.ts';
import { inPhase } from '../../phases.ts';
import type { ZoneOf } from '../csv/cell.ts';
import { type CopiedCsv, copiedCsv } from '../csv/copied-csv.ts';
import { csvHeader, csvRows } from '../csv/csv.ts';
import { NotSpliced } from '../csv/spliced-rows.ts';
import { parquet } from '../parquet/parquet.ts';
import { type Form, PROFILES, type Profile, STANDARD } from '../profile.ts';
import { reportRowBlocks } from '../report-rows.ts';
import { workbook } from '../workbook/workbook.ts';
import { type EarlierFiles, splicedReport } from './spliced-report.ts';
import { summedReport } from './summed-report.ts';
import type { WrittenFile, WrittenReport } from './version-files.ts';
import { type FileMeasure, type Fill, measured, writeDurably, writeFile } from './write-durably.ts';

/**
 * A report over one scope or several, in its form, in blocks. Only within a transaction.
 * @throws Fault WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export function reportBlocks(
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
  form: Form,
): AsyncGenerator<string | Buffer> {
  const { blocks, zoneOf, report: shown } = rowsOf(session, report, scopes);
  return encode(shown, blocks, zoneOf, form);
}

/**
 * Like {@link reportBlocks}, several times faster for CSVs of the profile standard. A block is valid until the next but
 * one is requested. Only within a transaction.
 * @throws Fault WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export async function* fastReportBlocks(
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
  form: Form,
): AsyncGenerator<string | Buffer> {
  if (!isStandard(form)) return yield* reportBlocks(session, report, scopes, form);
  const shown = shownTogether(report, scopes);
  yield csvHeader(shown.report.columns);
  for (const scope of shown.scopes) {
    const copied = await copiedCsv(session, shown.report, scope);
    yield* copied?.blocks() ?? csvOf(session, shown.report, scope);
  }
}

export interface ReportPlace {
  readonly form: Form;
  readonly folder: string;
  /** Is given promises, the last of which ends when the file is durable, so that the next report need not wait for it. */
  readonly keeping: Promise<unknown>[];
  /** The files of the version before. */
  readonly earlier?: EarlierFiles | undefined;
}

/** A report that is written, or one that is copied while others are read from the store. */
export interface BegunReport {
  /** Absent while it is copied. */
  readonly written?: WrittenReport;
  /** Ends when its file is complete. Only while no other report is read: it may have to be written whole after all. */
  finish(): Promise<WrittenReport>;
}

/**
 * Writes a report into a folder as `<name>` and the name of its format. Of one that is made from the version before, only the
 * rows that changed are read when this ends.
 * @throws Fault WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export async function beginReport(
  session: Session,
  report: Report,
  scope: ReportScope,
  { form, folder, keeping, earlier }: ReportPlace,
): Promise<BegunReport> {
  const path = `${folder}/${fileNameOf(report, form)}`;
  const keep: Keep = async (fill) => {
    const { kept, ...measure } = await writeFile(path, fill);
    keeping.push(kept);
    return measure;
  };
  const write = <T>(work: () => Promise<T>) => inPhase('write', work, report.name);
  const whole = () => write(() => makeReport(session, report, scope, form, keep));
  const shown = shownReport(report, scope);
  const before = isStandard(form) ? earlier : undefined;
  const made = before && (await write(() => unlessWhole(makeOfSummed(session, shown, scope, before, keep))));
  const spliced =
    made === undefined && before !== undefined
      ? await write(() => unlessWhole(splicedReport(session, shown, scope, before)))
      : undefined;
  if (spliced === undefined) {
    const written = made ?? (await whole());
    return { written, finish: async () => written };
  }
  const copying = write(() => unlessWhole(makeOfCopied(shown, spliced, STANDARD, keep)));
  // Who finishes the report gets its error.
  copying.catch(() => undefined);
  keeping.push(copying);
  return {
    finish: async () => {
      const copied = await copying;
      if (copied !== undefined) return copied;
      await rm(path, { force: true });
      return whole();
    },
  };
}

/** Undefined where a report has to be written whole. */
function unlessWhole<T>(making: Promise<T>): Promise<T | undefined> {
  return making.catch((error: unknown) => {
    if (error instanceof NotSpliced) return undefined;
    throw error;
  });
}

/**
 * Writes a report over several scopes into one file, `<name>` and the name of its format, row by row. Only within a transaction.
 * @throws Fault WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export async function writeReportOver(
  session: Session,
  report: Report,
  scopes: readonly ReportScope[],
  form: Form,
  folder: string,
): Promise<WrittenFile> {
  const { blocks, zoneOf, report: shown } = rowsOf(session, report, scopes);
  let rows = 0;
  const counted = async function* () {
    for await (const block of blocks) {
      rows += block.length;
      yield block;
    }
  };
  const name = fileNameOf(report, form);
  const measure = await writeDurably(join(folder, name), async (write) => {
    for await (const block of encode(shown, counted(), zoneOf, form)) await write(block);
  });
  return { name, rows, ...measure };
}

/**
 * Computes what a report's file would be, without writing it.
 * @throws Fault WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export function measureReport(
  session: Session,
  report: Report,
  scope: ReportScope,
  form: Form,
): Promise<WrittenReport> {
  return makeReport(session, report, scope, form, (fill) => measured(fill, async () => undefined));
}

export function fileNameOf(report: Report, { format }: Form): string {
  return `${report.name}.${format}`;
}

type Keep = (fill: Fill) => Promise<FileMeasure>;

/** Makes a report by COPY where possible, which is several times faster, else row by row; the bytes are the same. */
async function makeReport(
  session: Session,
  all: Report,
  scope: ReportScope,
  form: Form,
  keep: Keep,
): Promise<WrittenReport> {
  const report = shownReport(all, scope);
  const copied = isStandard(form) ? await copiedCsv(session, report, scope) : undefined;
  return copied === undefined
    ? makeOfRows(session, report, scope, form, keep)
    : makeOfCopied(report, copied, form, keep);
}

function isStandard({ profile, format }: Form): boolean {
  return profile === 'standard' && format === 'csv';
}

async function makeOfSummed(
  session: Session,
  report: Report,
  scope: ReportScope,
  earlier: EarlierFiles,
  keep: Keep,
): Promise<WrittenReport | undefined> {
  const summed = await summedReport(session, report, scope, earlier);
  return summed && makeOfCopied(report, summed, STANDARD, keep);
}

async function makeOfCopied(
  report: Report,
  copied: CopiedCsv,
  form: Form,
  keep: Keep,
): Promise<WrittenReport> {
  const { bytes, sha256 } = await keep(async (write) => {
    await write(csvHeader(report.columns));
    for await (const block of copied.blocks()) await write(block);
  });
  const file = { name: fileNameOf(report, form), rows: copied.rows(), bytes, sha256 };
  return { report: report.name, file, contentSha256: sha256 };
}

async function makeOfRows(
  session: Session,
  report: Report,
  scope: ReportScope,
  form: Form,
  keep: Keep,
): Promise<WrittenReport> {
  const content = createHash('sha256').update(csvHeader(report.columns));
  const selected = rowsOf(session, report, [scope]);
  let rows = 0;
  const counted = async function* () {
    for await (const block of selected.blocks) {
      rows += block.length;
      yield block;
    }
  };
  // In the standard form the bytes are the content. In any other form the standard bytes are computed for the digest.
  const blocks = isStandard(form) ? counted() : observed(report, counted(), selected.zoneOf, content);
  const { bytes, sha256 } = await keep(async (write) => {
    for await (const block of encode(report, blocks, selected.zoneOf, form)) await write(block);
  });
  const contentSha256 = isStandard(form) ? sha256 : content.digest('hex');
  const file = { name: fileNameOf(report, form), rows, bytes, sha256 };
  return { report: report.name, file, contentSha256 };
}

interface Rows {
  readonly report: Report;
  readonly blocks: AsyncGenerator<readonly ReportRow[]>;
  /** By the scope of the latest block: each version has the zones of its own run. */
  readonly zoneOf: ZoneOf;
}

function rowsOf(session: Session, all: Report, given: readonly ReportScope[]): Rows {
  const { report, scopes } = shownTogether(all, given);
  let current = scopes[0];
  async function* blocks(): AsyncGenerator<readonly ReportRow[]> {
    for (const scope of scopes) {
      current = scope;
      yield* reportRowBlocks(session, report, scope);
    }
  }
  return { report, blocks: blocks(), zoneOf: (region) => current!.zoneOf(region) };
}

async function* csvOf(session: Session, report: Report, scope: ReportScope): AsyncGenerator<string> {
  for await (const rows of reportRowBlocks(session, report, scope))
    yield csvRows(report.columns, rows, scope.zoneOf);
}

async function* observed(
  report: Report,
  blocks: AsyncIterable<readonly ReportRow[]>,
  zoneOf: ZoneOf,
  content: Hash,
): AsyncGenerator<readonly ReportRow[]> {
  for await (const block of blocks) {
    content.update(csvRows(report.columns, block, zoneOf));
    yield block;
  }
}

/** Rows in a form, in blocks: CSV with its header, a workbook or a Parquet file. Throws WORKBOOK_LIMIT, PARQUET_LIMIT. */
export function encode(
  table: Pick<Report, 'name' | 'columns'>,
  blocks: AsyncIterable<readonly ReportRow[]>,
  zoneOf: ZoneOf,
  { profile, format }: Form,
): AsyncGenerator<string | Buffer> {
  switch (format) {
    case 'csv':
      return csvBlocks(table, blocks, zoneOf, PROFILES[profile]);
    case 'xlsx':
      return workbook(table, blocks, zoneOf, PROFILES[profile]);
    case 'parquet':
      return parquet(table, blocks, zoneOf);
  }
}

async function* csvBlocks(
  { columns }: Pick<Report, 'columns'>,
  blocks: AsyncIterable<readonly ReportRow[]>,
  zoneOf: ZoneOf,
  profile: Profile,
): AsyncGenerator<string> {
  yield csvHeader(columns, profile);
  for await (const block of blocks) yield csvRows(columns, block, zoneOf, profile);
}
