import { createHash, type Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report, ReportRow, ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { inPhase } from '../../phases.ts';
import type { ZoneOf } from '../csv/cell.ts';
import { type CopiedCsv, copiedCsv } from '../csv/copied-csv.ts';
import { csvHeader, csvRows } from '../csv/csv.ts';
import { parquet } from '../parquet/parquet.ts';
import { type Form, PROFILES, type Profile } from '../profile.ts';
import { reportRowBlocks } from '../report-rows.ts';
import { workbook } from '../workbook/workbook.ts';

/** A written file, as its manifest lists it. */
export interface WrittenFile {
  readonly name: string;
  /** Rows without the header. */
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A written report: its file, and a digest of its content, which does not depend on its form. */
export interface WrittenReport {
  readonly report: string;
  readonly file: WrittenFile;
  /** SHA-256 of the report as CSV of the profile standard. */
  readonly contentSha256: string;
}

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
  const { blocks, zoneOf } = rowsOf(session, report, scopes);
  return encode(report, blocks, zoneOf, form);
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
  yield csvHeader(report.columns);
  for (const scope of scopes) {
    const copied = await copiedCsv(session, report, scope);
    if (copied !== undefined) yield* copied.blocks();
    else
      for await (const rows of reportRowBlocks(session, report, scope))
        yield csvRows(report.columns, rows, scope.zoneOf);
  }
}

/**
 * Writes a report into a folder as `<name>` and the name of its format.
 * @param keeping is given a promise that ends when the file is durable, so that the next report need not wait for it
 * @throws Fault WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export function writeReport(
  session: Session,
  report: Report,
  scope: ReportScope,
  form: Form,
  folder: string,
  keeping: Promise<void>[],
): Promise<WrittenReport> {
  const path = `${folder}/${fileNameOf(report, form)}`;
  const keep: Keep = async (fill) => {
    const { kept, ...measure } = await writeFile(path, fill);
    keeping.push(kept);
    return measure;
  };
  return inPhase('write', () => makeReport(session, report, scope, form, keep), report.name);
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
  const { blocks, zoneOf } = rowsOf(session, report, scopes);
  let rows = 0;
  const counted = async function* () {
    for await (const block of blocks) {
      rows += block.length;
      yield block;
    }
  };
  const name = fileNameOf(report, form);
  const measure = await writeDurably(join(folder, name), async (write) => {
    for await (const block of encode(report, counted(), zoneOf, form)) await write(block);
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

/** Passes on a file's content, block by block. */
type Fill = (write: (content: string | Buffer) => Promise<void>) => Promise<void>;

/** The bytes of a file, and their digest. */
interface FileMeasure {
  readonly bytes: number;
  readonly sha256: string;
}

type Keep = (fill: Fill) => Promise<FileMeasure>;

/** Makes a report by COPY where possible, which is several times faster, else row by row; the bytes are the same. */
async function makeReport(
  session: Session,
  report: Report,
  scope: ReportScope,
  form: Form,
  keep: Keep,
): Promise<WrittenReport> {
  const copied = isStandard(form) ? await copiedCsv(session, report, scope) : undefined;
  return copied === undefined
    ? makeOfRows(session, report, scope, form, keep)
    : makeOfCopied(report, copied, form, keep);
}

function isStandard({ profile, format }: Form): boolean {
  return profile === 'standard' && format === 'csv';
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
  readonly blocks: AsyncGenerator<readonly ReportRow[]>;
  /** By the scope of the latest block: each version has the zones of its own run. */
  readonly zoneOf: ZoneOf;
}

function rowsOf(session: Session, report: Report, scopes: readonly ReportScope[]): Rows {
  let current = scopes[0];
  async function* blocks(): AsyncGenerator<readonly ReportRow[]> {
    for (const scope of scopes) {
      current = scope;
      yield* reportRowBlocks(session, report, scope);
    }
  }
  return { blocks: blocks(), zoneOf: (region) => current!.zoneOf(region) };
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
  if (format === 'xlsx') return workbook(table, blocks, zoneOf, PROFILES[profile]);
  if (format === 'parquet') return parquet(table, blocks, zoneOf);
  return csvBlocks(table, blocks, zoneOf, PROFILES[profile]);
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

/** Writes a file through a callback, counts and digests its bytes, and makes it durable before it returns. */
export async function writeDurably(path: string, fill: Fill): Promise<FileMeasure> {
  const { kept, ...measure } = await writeFile(path, fill);
  await kept;
  return measure;
}

/**
 * Writes a file through a callback, each block while the next one is made.
 * @returns with `kept`, which ends when the file is durable; if nobody waits for it, its failure is ignored
 */
async function writeFile(path: string, fill: Fill): Promise<FileMeasure & { readonly kept: Promise<void> }> {
  const file = await open(path, 'wx');
  let writing = Promise.resolve();
  let measure: FileMeasure;
  try {
    measure = await measured(fill, async (block) => {
      await writing;
      writing = atFaultPoint('publish.write', () => file.writeFile(block));
      // The next wait throws an error of this one; until then it must not count as unhandled.
      writing.catch(() => undefined);
    });
    await writing;
  } catch (error) {
    await writing.catch(() => undefined);
    await file.close().catch(() => undefined);
    throw error;
  }
  const kept = atFaultPoint('publish.sync', () => file.sync()).finally(() => file.close());
  kept.catch(() => undefined);
  return { ...measure, kept };
}

async function measured(fill: Fill, write: (block: Buffer) => Promise<void>): Promise<FileMeasure> {
  const digest = createHash('sha256');
  let bytes = 0;
  await fill(async (content) => {
    const block = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    digest.update(block);
    bytes += block.length;
    await write(block);
  });
  return { bytes, sha256: digest.digest('hex') };
}
