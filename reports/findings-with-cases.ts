import type { Kysely } from 'kysely';
import type { Tables } from '../src/database/tables.ts';
import { ageBucket, ageDays } from './ageing.ts';
import type { ReportScope } from './report.ts';
import { caseAt, findingKinds } from './selection.ts';

/** The moment to which ages are counted, and the newest decision that is included. */
type Look = Pick<ReportScope, 'findingKinds' | 'asOf'> & { readonly lastEntry: number | undefined };

/** Findings of all runs with their kind, their age, and people's decisions about them. */
export function findingsWithCases(db: Kysely<Tables>, { findingKinds: kinds, asOf, lastEntry }: Look) {
  return db
    .selectFrom('finding_results')
    .innerJoin(findingKinds(kinds), 'kinds.kind_code', 'finding_results.code')
    .leftJoin(caseAt(lastEntry), (join) =>
      join
        .onRef('cases.case_order_no', '=', 'finding_results.order_no')
        .onRef('cases.case_merchant_id', '=', 'finding_results.merchant_id')
        .onRef('cases.case_code', '=', 'finding_results.code'),
    )
    .selectAll('finding_results')
    .select(['kinds.severity', 'kinds.explanation', 'cases.assignee', 'cases.note as last_note'])
    .select([ageDays(asOf).as('age_days'), ageBucket(asOf).as('age_bucket')]);
}
