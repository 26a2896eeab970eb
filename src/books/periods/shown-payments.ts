import { sql } from 'kysely';
import { placeOf } from '../../../reports/changed-rows.ts';
import { comparedPayments } from '../../../reports/payments-restatement.ts';
import type { Column, ReportRow, ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { plainText } from '../../export/csv/cell.ts';
import { type AdjustedKey, keyText, NOWHERE, type Side } from './adjusted-values.ts';
import type { FinalDates } from './final-dates.ts';
import { sumOfTexts } from './sum-of-texts.ts';

const { report, date: paidDate, whole } = comparedPayments;
const PREFIX = `${whole}.`;

/** What a version, or the adjustments of one run, say of a payment. */
interface Said {
  readonly run: number;
  readonly isVersion: boolean;
  /** Undefined if the payment does not move. A place is null if it is on no closed date of the region. */
  readonly move?: { readonly from: string | null; readonly to: string | null };
  readonly cells: ReadonlyMap<string, { readonly previous: string; readonly current: string }>;
}

/** Run of the newest version of each date of a region, and the run that is known to show the same. */
type Versions = ReadonlyMap<string, { readonly run: number; readonly checked: number }>;

/**
 * Payments as the final versions of the closed dates of a region and the adjustments since show them, by the text of
 * their key. All closed dates count together, whichever of them a payment left or reached first. The adjustments of a
 * date that is open again do not count, nor do those up to a later version of it: it contains what they say. So a move
 * between such a date and one that is still closed does not count on either side.
 */
export async function shownPayments(
  session: Session,
  scope: ReportScope,
  final: FinalDates,
  keys: readonly AdjustedKey[],
): Promise<(key: AdjustedKey) => Side> {
  const orderNos = [...new Set(keys.map(({ orderNo }) => orderNo))];
  const adjustments = await adjustmentsOf(session, scope, orderNos);
  const rows = await rowsOf(session, scope, orderNos);
  const places = [...adjustments.values()].flat().flatMap(({ move }) => [move?.from, move?.to]);
  const dates = new Set([
    ...rows.map((row) => String(row[paidDate.name])),
    ...places.flatMap((place) => (typeof place === 'string' ? [dateOf(place)] : [])),
  ]);
  const versions = await versionsOf(session, scope, [...dates]);
  const published = publishedOf(rows, versions, scope, final);
  return (key) => {
    const text = keyText(key);
    const said = [...(adjustments.get(text) ?? []), ...(published.get(text) ?? [])].sort(
      // The run that publishes a date adjusts what is left of it on others first.
      (one, other) => one.run - other.run || Number(one.isVersion) - Number(other.isVersion),
    );
    return replayed(said, (place, run) => {
      const date = dateOf(place);
      return !final.isFinal(date, scope.region) || (versions.get(date)?.run ?? 0) >= run;
    });
  };
}

/**
 * @param isRestated whether a date was restated, or will be, after adjustments of a run: it is open, or its version is
 * later
 */
function replayed(said: readonly Said[], isRestated: (place: string, run: number) => boolean): Side {
  const kept: Said[] = [];
  let place: string | null = null;
  let withoutMove = false;
  for (const one of said) {
    const { move, run, isVersion } = one;
    const touched: string[] = [move?.from, move === undefined ? place : move.to].filter(isPlace);
    if (move !== undefined) place = move.to;
    // On no closed date, only what is left without a move is adjusted; else the version it was on is not the newest.
    const isKept = touched.length > 0 ? !touched.some((on) => isRestated(on, run)) : withoutMove;
    if (isVersion || isKept) kept.push(one);
    else if (touched.length > 1) withoutMove = true;
  }
  return sideOf(kept, withoutMove);
}

function isPlace(place: string | null | undefined): place is string {
  return typeof place === 'string';
}

/**
 * @param withoutMove whether a move between closed dates is left out. What follows it then does not begin with what
 * is shown without it, and its numbers are added to that, as a reader adds them.
 */
function sideOf(kept: readonly Said[], withoutMove: boolean): Side {
  let place: string | null = null;
  const cells = new Map<string, string>();
  for (const { move, cells: changes } of kept) {
    if (move !== undefined) place = move.to;
    for (const [name, { previous, current }] of changes) {
      const shown = cells.get(name) ?? '';
      const follows = shown === previous || !withoutMove || !isNumber(name);
      cells.set(name, follows ? current : sumOfTexts([shown, current], [previous]));
    }
  }
  if (place === null && [...cells.values()].every((cell) => cell === '')) return NOWHERE;
  return { place, textOf: ({ name }) => cells.get(name) ?? '' };
}

function isNumber(name: string): boolean {
  const kind = report.columns.find((column) => column.name === name)?.kind;
  return kind === 'minor' || kind === 'amount' || kind === 'count';
}

/** What was adjusted of the payments of orders, run by run. */
async function adjustmentsOf(
  session: Session,
  { region }: ReportScope,
  orderNos: readonly string[],
): Promise<Map<string, Said[]>> {
  const rows = await session.db
    .selectFrom('adjustments')
    .select(['order_no', 'merchant_id', 'payment', 'run_id', 'field', 'previous', 'current'])
    .where(sql<boolean>`order_no = any (${[...orderNos]}::text[])`)
    .where('region', '=', region)
    .orderBy('run_id')
    .execute();
  const byRun = new Map<string, Map<number, Map<string, { previous: string; current: string }>>>();
  for (const { order_no, merchant_id, payment, run_id, field, previous, current } of rows) {
    if (field !== whole && !field.startsWith(PREFIX)) continue;
    const text = keyText({ orderNo: order_no, merchantId: merchant_id, item: payment });
    const runs = byRun.get(text) ?? new Map();
    const fields = runs.get(run_id) ?? new Map();
    fields.set(field, { previous: previous ?? '', current: current ?? '' });
    byRun.set(text, runs.set(run_id, fields));
  }
  return new Map(
    [...byRun].map(([text, runs]) => [text, [...runs].map(([run, fields]) => saidOf(run, fields))]),
  );
}

function saidOf(run: number, fields: ReadonlyMap<string, { previous: string; current: string }>): Said {
  const places = fields.get(whole);
  const on = fields.get(`${PREFIX}${paidDate.name}`);
  const cells = new Map(
    [...fields]
      .filter(([field]) => field !== whole)
      .map(([field, cell]) => [field.slice(PREFIX.length), cell]),
  );
  if (places === undefined) return { run, isVersion: false, cells };
  // A place outside the closed dates has no values.
  const from = (on?.previous ?? '') === '' ? null : places.previous;
  const to = (on?.current ?? '') === '' ? null : places.current;
  return { run, isVersion: false, move: { from, to }, cells };
}

/** All payments of orders that ever were in the region. */
async function rowsOf(
  session: Session,
  { region }: ReportScope,
  orderNos: readonly string[],
): Promise<ReportRow[]> {
  const rows = await session.db
    .selectFrom('payment_results')
    .selectAll()
    .where(sql<boolean>`order_no = any (${[...orderNos]}::text[])`)
    .where('region', '=', region)
    .execute();
  return rows as unknown as ReportRow[];
}

async function versionsOf(
  session: Session,
  { region }: ReportScope,
  dates: readonly string[],
): Promise<Versions> {
  const rows = await session.db
    .selectFrom('versions')
    .select(['date', 'run_id'])
    .select((e) => e.fn.coalesce('checked_run', 'run_id').as('checked_run'))
    .where('region', '=', region)
    .where(sql<boolean>`date = any (${[...dates]}::date[])`)
    .orderBy('version')
    .execute();
  return new Map(rows.map((row) => [row.date, { run: row.run_id, checked: Number(row.checked_run) }]));
}

/** The payments that the newest versions of closed dates show. */
function publishedOf(
  rows: readonly ReportRow[],
  versions: Versions,
  scope: ReportScope,
  final: FinalDates,
): Map<string, Said[]> {
  const published = new Map<string, Said[]>();
  for (const row of rows) {
    const date = String(row[paidDate.name]);
    const version = versions.get(date);
    if (version === undefined || !final.isFinal(date, scope.region) || !isHeldAt(row, version.checked))
      continue;
    const text = keyText({
      orderNo: String(row['order_no']),
      merchantId: String(row['merchant_id']),
      item: String(row['payment']),
    });
    const cell = (column: Column) => ({ previous: '', current: plainText(column, row, scope.zoneOf) });
    const said: Said = {
      run: version.run,
      isVersion: true,
      move: { from: null, to: placeOf(row, paidDate) },
      cells: new Map(report.columns.map((column) => [column.name, cell(column)])),
    };
    published.set(text, [...(published.get(text) ?? []), said]);
  }
  return published;
}

function isHeldAt(row: ReportRow, run: number): boolean {
  const until = row['until_run'];
  return Number(row['from_run']) <= run && (until === null || until === undefined || Number(until) > run);
}

function dateOf(place: string): string {
  return place.slice(0, 'yyyy-MM-dd'.length);
}
