import type { Tried } from './sample.ts';

/** A change that no test can notice, because nothing that anybody sees depends on it. */
interface Equivalent {
  readonly file: string;
  /** The changed line, without the spaces around it. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
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
    file: 'sql/reconcile/results/finding_results.sql',
    line: 'where r.from_run < :run::integer and (r.until_run is null or r.until_run = :restores::integer)',
    from: '<',
    to: '<=',
    why: 'no order that it is read for has a row of the run yet',
  },
  {
    file: 'sql/withdraw/042_withdrawn_statements.sql',
    line: 'join read s on s.source_id = p.source_id',
    from: 'join',
    to: 'left join',
    why: 'read has every source that where leaves',
  },
];

/** Why nobody can notice a change; undefined if it is not known. */
export function explanationOf({ file, mutant }: Tried, text: string): string | undefined {
  const line = text.split('\n')[mutant.line - 1]?.trim();
  return EQUIVALENT.find(
    (one) =>
      one.file === file &&
      one.line === line &&
      one.from === mutant.from.trim() &&
      one.to === mutant.to.trim(),
  )?.why;
}
