-- Purpose: the state of each job: its last success, how its last run ended, and which due runs are not done.
-- Grain:   one row per job and region that was ever planned or run.
-- Rules:   the last run is the one with the newest due time. Overdue are runs that were due by now, are not done and
--          were not replaced by a later one; failures are those of open runs, so that they are 0 after a success. A
--          failed run that was started manually is not tried again and not overdue.
-- Units:   *_at as seconds since 1970, null where there is none; ran_seconds in seconds.
-- Parameters: at timestamptz (now)

with jobs as (
  select job, region from job_plans
  union
  select job, region from job_runs
)
select j.job, j.region,
       extract(epoch from done.ended_at)::float8 as succeeded_at,
       last.outcome as last_outcome,
       extract(epoch from last.ended_at - last.started_at)::float8 as ran_seconds,
       extract(epoch from open.running_at)::float8 as running_at,
       extract(epoch from open.overdue_at)::float8 as overdue_at,
       open.failures
from jobs j
left join lateral (
  select ended_at
  from job_runs r
  where r.job = j.job and r.region = j.region and r.outcome = 'done'
  order by due_at desc, by_hand desc
  limit 1
) done on true
left join lateral (
  select outcome, started_at, ended_at
  from job_runs r
  where r.job = j.job and r.region = j.region and r.outcome in ('done', 'failed')
  order by due_at desc, by_hand desc
  limit 1
) last on true
cross join lateral (
  select min(started_at) filter (where outcome = 'running') as running_at, min(due_at) as overdue_at,
         coalesce(max(failures), 0) as failures
  from job_runs r
  where r.job = j.job and r.region = j.region and r.outcome in ('due', 'running', 'failed')
    and (not r.by_hand or r.outcome = 'running')
    and r.due_at <= :at::timestamptz
) open
order by j.job, j.region
