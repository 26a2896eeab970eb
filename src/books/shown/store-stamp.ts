import { sql } from 'kysely';
import { EVENT_ACTIONS } from '../../audit/events.ts';
import type { Session } from '../../database/store.ts';

/**
 * A text that changes whenever a run, a decision, a version, a source, an alarm or a run of a job is stored or changed.
 * What is shown depends on nothing else in the store, so that it can be kept as long as the stamp is the same. Events of
 * the audit trail, such as a sign-in, do not change it: people sign in and download all day.
 */
export async function stampOf(session: Session): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select md5(concat_ws(' ',
      coalesce((select max(run_id) from runs), 0),
      coalesce((select entry from audit_entries where action <> all (${[...EVENT_ACTIONS]}::text[])
                order by entry desc limit 1), 0),
      coalesce((select max(source_id) from sources), 0),
      coalesce((select max(declaration_id) from coverage_declarations), 0),
      (select concat(count(*), '/', sum(coalesce(checked_run, run_id)), '/', count(*) filter (where placed))
       from versions),
      (select concat(max(alarm_id), '/', max(ended_at)) from watch_alarms),
      (select md5(string_agg(facts, ' ' order by alarm_id)) from watch_alarms where ended_at is null),
      coalesce((select max(ended_at)::text from job_runs), '-'),
      (select md5(string_agg(concat_ws('/', job, region, due_at, by_hand, outcome, attempt, failures, held), ' '
                             order by job, region, due_at, by_hand))
       from job_runs where outcome in ('due', 'running', 'failed')),
      (select md5(string_agg(concat_ws('/', name, read_at), ' ' order by name)) from source_marks),
      (select md5(string_agg(concat_ws('/', source, code, files, example, found), ' ' order by source, code))
       from unread_sources))) as stamp`.execute(session.db);
  return rows[0]!.stamp;
}
