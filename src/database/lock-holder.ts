import { sql } from 'kysely';
import type { Session } from './store.ts';

interface Holder {
  readonly pid: number;
  /** What it calls itself; null or empty if it gives no name. */
  readonly name: string | null;
  /** Null on this server's own machine, and where this user may not see it. */
  readonly host: string | null;
  readonly since: string | null;
  readonly others: number;
}

/**
 * Who has an advisory lock of the database, as far as this user may see it: `held by payin-recon reconcile, process 4711, from
 * 10.0.0.5, connected since 2026-11-20T06:00:00Z, server process 812`. Sessions of another user show no host and no time.
 * @param lock one of LOCKS
 * @returns undefined if nobody has it
 */
export async function lockHolder(session: Session, lock: string): Promise<string | undefined> {
  const { rows } = await sql<Holder>`
    select l.pid, a.application_name as name, host(a.client_addr) as host,
      to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
      (count(*) over ())::integer - 1 as others
    from pg_locks l
    left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32) + l.objid::bigint = ${lock}::bigint
    order by a.backend_start, l.pid
    limit 1`.execute(session.db);
  const [holder] = rows;
  return holder === undefined ? undefined : textOf(holder);
}

function textOf({ pid, name, host, since, others }: Holder): string {
  return [
    `held by ${name || 'a client without a name'}`,
    ...(host === null ? [] : [`from ${host}`]),
    ...(since === null ? [] : [`connected since ${since}`]),
    `server process ${pid}`,
    ...(others === 0 ? [] : [`and by ${others} more`]),
  ].join(', ');
}
