/** A report of a new version, made from the file that the version before it has. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Compared } from '../../../reports/changed-rows.ts';
import { comparedPayments } from '../../../reports/payments-restatement.ts';
import type { Report, ReportScope } from '../../../reports/report.ts';
import { comparedOrders } from '../../../reports/restatement.ts';
import type { Session } from '../../database/store.ts';
import { changedOrders, type OrderKey, ofOrders } from '../changed-orders.ts';
import { type CopiedCsv, copiedCsv } from '../csv/copied-csv.ts';
import { csvHeader } from '../csv/csv.ts';
import {
  addedTo,
  compare,
  type KeyColumns,
  keyOf,
  NotSpliced,
  type ReplacedOrder,
  spliceRows,
} from '../csv/spliced-rows.ts';
import { OPEN_ROWS } from './open-rows.ts';
import { readPublishedFiles } from './published-files.ts';
import { chunksOf } from './regular-file.ts';
import type { WrittenFile } from './version-files.ts';
import { isSameProgram, type Version } from './versions.ts';

/** The files of the version before, in the standard form, as they were published. */
export interface EarlierFiles {
  readonly folder: string;
  /** What the version was made of. */
  readonly then: ReportScope;
  readonly files: ReadonlyMap<string, WrittenFile>;
  /** {@link changedOrders} since then, which several reports need. */
  changedOrders(compared: Compared): Promise<readonly OrderKey[] | undefined>;
}

/** Reports of the date's rows, in the order of merchant and order, and how the changed ones are found. */
const OF_DATE: ReadonlyMap<string, Compared> = new Map([
  ['orders', comparedOrders],
  ['payments', comparedPayments],
]);

const LF = 0x0a;

/**
 * The files of the version before, from which those of a new one can be made: undefined if its rows may be written in another
 * way, or if its manifest is missing or is not the one that was published.
 */
export async function earlierFiles(
  session: Session,
  scope: ReportScope,
  version: Version,
  then: ReportScope,
  folder: string,
): Promise<EarlierFiles | undefined> {
  const { region } = scope;
  const isSame =
    version.adopted_entry === null &&
    version.schema === scope.schema &&
    then.ofStatements === scope.ofStatements &&
    then.zoneOf(region) === scope.zoneOf(region) &&
    (await isSameProgram(session, version.run_id, scope.run));
  if (!isSame || version.files_sha256 === null) return undefined;
  // Whatever the folder has lost, the report can be written whole.
  const published = await readPublishedFiles(folder, version);
  if (published === undefined) return undefined;
  return {
    folder,
    then,
    files: new Map(published.files.map((file) => [file.name, file])),
    changedOrders: changedSince(session, { ...scope, before: then }),
  };
}

/** Reads the changed orders when they are first needed. */
function changedSince(session: Session, scope: ReportScope): EarlierFiles['changedOrders'] {
  const found = new Map<Compared, ReturnType<typeof changedOrders>>();
  return (compared) => {
    const known = found.get(compared) ?? changedOrders(session, scope, compared);
    found.set(compared, known);
    return known;
  };
}

/**
 * The rows that changed are read from the store, all others from the file of the version before, whose digest is compared
 * meanwhile; `blocks` throws NotSpliced where it cannot be made so after all. Only within a transaction.
 * @returns undefined where the report's rows are not those of orders, or too many have changed
 */
export async function splicedReport(
  session: Session,
  report: Report,
  scope: ReportScope,
  earlier: EarlierFiles,
): Promise<CopiedCsv | undefined> {
  const before = earlier.files.get(`${report.name}.csv`);
  if (before === undefined) return undefined;
  const changed = await changedOf(session, report, scope, earlier);
  if (changed === undefined) return undefined;
  const fresh = await freshRows(session, report, scope, changed);
  if (fresh === undefined) return undefined;
  let rows = before.rows + fresh.rows;
  const digest = createHash('sha256');
  async function* file(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of chunksOf(join(earlier.folder, before!.name))) {
        digest.update(chunk);
        yield chunk;
      }
    } catch (error) {
      throw new NotSpliced((error as Error).message);
    }
  }
  async function* blocks(): AsyncGenerator<Buffer> {
    const header = Buffer.from(csvHeader(report.columns), 'utf8');
    yield* spliceRows(file(), header, {
      key: keyColumns(report),
      replaced: fresh!.replaced,
      onDropped: (dropped) => {
        rows -= dropped;
      },
      changed: growthOf(report, scope, earlier),
    });
    if (digest.digest('hex') !== before!.sha256) throw new NotSpliced('a file that has changed');
  }
  return { blocks, rows: () => rows };
}

/** The orders whose rows may have changed; undefined where that is unknown or where they are too many. */
async function changedOf(
  session: Session,
  report: Report,
  scope: ReportScope,
  earlier: EarlierFiles,
): Promise<readonly OrderKey[] | undefined> {
  const compared = OF_DATE.get(report.name);
  if (compared !== undefined) return earlier.changedOrders(compared);
  return OPEN_ROWS.get(report.name)?.changedOrders(session, scope, earlier.then);
}

/** What changes the cells of all other rows. */
function growthOf(report: Report, scope: ReportScope, { then }: EarlierFiles) {
  const growth = OPEN_ROWS.get(report.name)?.growth?.(scope, then);
  if (growth === undefined || growth.by === 0) return undefined;
  return addedTo(
    report.columns.findIndex(({ name }) => name === growth.column),
    growth.by,
  );
}

/** The rows that these orders have now, by order; undefined where they cannot be copied. Throws NotSpliced. */
async function freshRows(
  session: Session,
  report: Report,
  scope: ReportScope,
  changed: readonly OrderKey[],
): Promise<{ readonly replaced: ReplacedOrder[]; readonly rows: number } | undefined> {
  const copied = await copiedCsv(session, ofOrders(report, changed), scope);
  if (copied === undefined) return undefined;
  const blocks: Buffer[] = [];
  for await (const block of copied.blocks()) blocks.push(Buffer.from(block));
  const keys = changed.map(
    (one): ReplacedOrder => ({
      merchantId: Buffer.from(one.merchant_id, 'utf8'),
      orderNo: Buffer.from(one.order_no, 'utf8'),
      rows: Buffer.alloc(0),
    }),
  );
  const replaced = withRows(keys.sort(compare), Buffer.concat(blocks), keyColumns(report));
  return { replaced, rows: copied.rows() };
}

/** Orders, in order, with their rows, which are in the same order. Throws NotSpliced. */
function withRows(orders: readonly ReplacedOrder[], rows: Buffer, key: KeyColumns): ReplacedOrder[] {
  let at = 0;
  const found = orders.map((order) => {
    const start = at;
    while (at < rows.length && compare(keyOf(rows, at, key), order) === 0) at = rows.indexOf(LF, at) + 1;
    return { ...order, rows: rows.subarray(start, at) };
  });
  if (at < rows.length) throw new NotSpliced('rows in another order');
  return found;
}

function keyColumns({ columns }: Report): KeyColumns {
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
  return { merchantId: placeOf('merchant_id'), orderNo: placeOf('order_no') };
}
