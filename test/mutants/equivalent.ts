import { EQUIVALENT_CODE } from './equivalent-code.ts';
import { EQUIVALENT_EVIDENCE } from './equivalent-evidence.ts';
import { EQUIVALENT_OWNERS } from './equivalent-owners.ts';
import { EQUIVALENT_PARTS } from './equivalent-parts.ts';
import { EQUIVALENT_RESULTS } from './equivalent-results.ts';
import { EQUIVALENT_ROWS } from './equivalent-rows.ts';
import type { Chosen } from './sample.ts';

/** A change that no test can notice, because nothing that anybody sees depends on it. */
export interface Equivalent {
  readonly file: string;
  /** The changed line, without the spaces around it. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
  /** How many places of the file have this line and change, where they are more than one. A test may notice some of them. */
  readonly places?: number;
  readonly why: string;
}

/** Survivors that were looked at. A line that has changed since has to be looked at again. */
export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'sql/close/010_not_ready.sql',
    line: 'join payment_results r on r.paid_date = b.date and r.region = b.region',
    from: 'join',
    to: 'left join',
    why: 'what it would add has no date, and is joined by its date',
  },
  {
    file: 'sql/coverage/060_new_counts.sql',
    line: 'and source_id <= :last_source::integer',
    from: 'and',
    to: 'or',
    why: 'gaps are looked for from an earlier moment, and are the same',
  },
  {
    file: 'sql/ingest/118_pairs_of_statement.sql',
    line: 'union',
    from: 'union',
    to: 'union all',
    why: 'of equal pairs of a row and a callback one counts',
  },
  {
    file: 'sql/ingest/118_pairs_of_statement.sql',
    line: 'join pay_ins p on p.trade_no = r.trade_no',
    from: 'join',
    to: 'left join',
    why: 'what it would add has no order number, and is joined by it',
  },
  {
    file: 'sql/ingest/118_pairs_of_statement.sql',
    line: 'join keys k on k.id = r.id',
    from: 'join',
    to: 'left join',
    why: 'a pair without a key has no order number, and is joined by it',
  },
  {
    file: 'sql/ingest/118_pairs_of_statement.sql',
    line: 'join callbacks c on c.order_no = k.order_no and (r.trade_no is null or c.trade_no = r.trade_no)',
    from: 'join',
    to: 'left join',
    why: 'a pair without a callback has nothing to compare',
  },
  {
    file: 'sql/ingest/120_compare_statement.sql',
    line: 'join pairs p on p.id = r.id',
    from: 'join',
    to: 'left join',
    why: 'a row without a callback has nothing to compare',
  },
  {
    file: 'sql/ingest/120_compare_statement.sql',
    line: 'extract(epoch from logged_at - called_at) / 900',
    from: '900',
    to: '901',
    why: 'up to 14 hours, times within two minutes of a quarter are rounded to the same one',
  },
  {
    file: 'sql/ingest/120_compare_statement.sql',
    line: 'where abs(ahead - quarter) <= :tolerance::integer and abs(quarter) <= 50400',
    from: '50400',
    to: '50401',
    why: 'it is compared with multiples of 900',
  },
  {
    file: 'sql/reconcile/choose/orders_of_stated_dates.sql',
    line: 'join order_rows r on r.paid_date = d.date and r.region = d.region',
    from: 'and',
    to: 'or',
    why: 'orders that are judged without need come out as they were',
  },
  {
    file: 'sql/reconcile/choose/orders_of_stated_dates.sql',
    line: 'and r.until_run is null',
    from: 'and',
    to: 'or',
    why: 'orders that once had a payment on the date are judged without need',
  },
  {
    file: 'sql/reconcile/choose/orders_of_stated_dates.sql',
    line: 'and (r.stated_minor is null or r.payments > 1)',
    from: 'and',
    to: 'or',
    why: 'orders that statements name are judged without need',
  },
  {
    file: 'sql/reconcile/choose/other_owners.sql',
    line: 'min(p.order_no) as order_no,',
    from: 'min(',
    to: 'max(',
    why: 'having leaves those of one order number',
  },
  {
    file: 'sql/reconcile/choose/other_owners.sql',
    line: 'min(p.merchant_id) as merchant_id',
    from: 'min(',
    to: 'max(',
    why: 'having leaves those of one merchant',
  },
  {
    file: 'sql/reconcile/results/finding_results.sql',
    line: 'where r.from_run < :run::integer and (r.until_run is null or r.until_run = :restores::integer)',
    from: '<',
    to: '<=',
    why: 'no order that it is read for has a row of the run yet',
  },
  {
    file: 'sql/reconcile/results/payout_rows.sql',
    line: 'min(p.payout_id) as payout_id,',
    from: 'min(',
    to: 'max(',
    why: 'having leaves one payout, with one identifier',
  },
  {
    file: 'sql/reconcile/results/payout_rows.sql',
    line: 'min(p.region) as region,',
    from: 'min(',
    to: 'max(',
    why: 'having leaves one payout, of one region',
  },
  {
    file: 'sql/reconcile/results/payout_rows.sql',
    line: 'min(p.currency) as currency,',
    from: 'min(',
    to: 'max(',
    why: 'having leaves one payout, in one currency',
  },
  {
    file: 'sql/reconcile/results/payout_rows.sql',
    line: 'partition by min(p.payout_id), min(p.region), min(p.currency) order by min(p.days), min(p.booked_on), p.digest',
    from: 'min(',
    to: 'max(',
    places: 5,
    why: 'having leaves one payout of the row',
  },
  {
    file: 'sql/reconcile/results/payout_rows.sql',
    line: 'select b.*, true as is_named, p.payout_id, p.region as payout_region, 0 as days',
    from: '0',
    to: '1',
    why: 'days count only of rows that name no payout',
  },
  {
    file: 'sql/reconcile/results/payout_rows.sql',
    line: 'join bank b on b.digest = n.key',
    from: 'join',
    to: 'left join',
    why: 'every row that names a payout is one of the bank',
  },
  {
    file: 'sql/withdraw/042_withdrawn_statements.sql',
    line: 'join read s on s.source_id = p.source_id',
    from: 'join',
    to: 'left join',
    why: 'read has every source that where leaves',
  },
  ...EQUIVALENT_EVIDENCE,
  ...EQUIVALENT_OWNERS,
  ...EQUIVALENT_PARTS,
  ...EQUIVALENT_RESULTS,
  ...EQUIVALENT_ROWS,
];

/** Why nobody can notice a change; undefined if it is not known. */
export function explanationOf(tried: Chosen, text: string): string | undefined {
  return equivalentOf(tried, text)?.why;
}

/** What says that nobody can notice a change; undefined if nothing does. */
export function equivalentOf({ file, mutant }: Chosen, text: string): Equivalent | undefined {
  const line = text.split('\n')[mutant.line - 1]?.trim();
  return [...EQUIVALENT, ...EQUIVALENT_CODE].find(
    (one) =>
      one.file === file &&
      one.line === line &&
      one.from === mutant.from.trim() &&
      one.to === mutant.to.trim(),
  );
}
