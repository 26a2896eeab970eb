import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { REJECTIONS, type RejectionReason } from '../../normalise/rejection.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { decodeCursor, type Page, type PageRequest, pageOf, SHAPES } from './page-cursor.ts';

/** A source that was read: a file, or a stretch of a query. */
export interface ShownSource {
  readonly sourceId: number;
  readonly name: string;
  /** The kind of record that the settings forced; null where each line says its own. */
  readonly kind: string | null;
  /** In ISO 8601, UTC. */
  readonly readAt: string;
  readonly records: number;
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
  /** Its newest record of each kind and region, in ISO 8601, UTC. */
  readonly coverage: ReadonlyArray<{
    readonly kind: string;
    readonly region: string;
    readonly newestAt: string;
  }>;
}

/** A line that belongs to no order. */
export interface ShownReject {
  readonly source: string;
  readonly line: string;
  readonly reason: string;
  /** What was found, without content of the line. */
  readonly detail: string;
  readonly title: string;
  readonly remedy: string;
  /** In ISO 8601, UTC. */
  readonly readAt: string;
}

/** How far the data of a region reaches, as the newest run and what was read since know it. */
export interface ShownCoverage {
  /** Name of its folder. */
  readonly region: string;
  /** Times of the newest records, in ISO 8601, UTC; null if there are none. */
  readonly payInsAt: string | null;
  readonly callbacksAt: string | null;
  readonly declaredUntil: string | null;
}

/** What a reader may see. Sources and lines hold records of several merchants: a reader of some is shown none. */
interface Reader {
  readonly merchants?: readonly string[] | undefined;
}

const NONE = { rows: [], nextCursor: null, previousCursor: null } as const;

/** A page of the sources that were not withdrawn, the newest first. */
export async function pageSources(
  session: Session,
  request: PageRequest & Reader,
): Promise<Page<ShownSource>> {
  if (request.merchants !== undefined) return NONE;
  const { position, compared, direction, shape } = pageIn(request, ['numeric']);
  const after = position === undefined ? sql`true` : sql`s.source_id ${compared} ${position[0]}::bigint`;
  const { rows } = await sql<SourceRow>`
    select s.source_id, s.name, s.forced_kind, s.read_at, s.records::text as records, s.accepted::text as accepted,
           s.duplicate::text as duplicate, s.rejected::text as rejected,
           (select json_agg(json_build_array(c.kind, c.region, c.newest_at::text)
                            order by c.kind collate "C", c.region collate "C")::text
            from source_coverage c
            where c.source_id = s.source_id
              and c.after_run = (select max(n.after_run) from source_coverage n where n.source_id = s.source_id)
           ) as coverage
    from sources s
    where s.withdrawn_by is null and ${after}
    order by s.source_id ${direction}
    limit ${request.limit + 1}`.execute(session.db);
  const page = pageOf(rows, shape, (row) => [String(row.source_id)]);
  return { ...page, rows: page.rows.map(sourceOf) };
}

interface SourceRow {
  readonly source_id: number;
  readonly name: string;
  readonly forced_kind: string | null;
  readonly read_at: string;
  readonly records: string;
  readonly accepted: string;
  readonly duplicate: string;
  readonly rejected: string;
  readonly coverage: string | null;
}

function sourceOf(row: SourceRow): ShownSource {
  const coverage: Array<[kind: string, region: string, newestAt: string]> = JSON.parse(row.coverage ?? '[]');
  return {
    sourceId: row.source_id,
    name: row.name,
    kind: row.forced_kind,
    readAt: isoInstant(row.read_at),
    records: Number(row.records),
    accepted: Number(row.accepted),
    duplicate: Number(row.duplicate),
    rejected: Number(row.rejected),
    coverage: coverage.map(([kind, region, newestAt]) => ({
      kind,
      region: regionFolder(region),
      newestAt: isoInstant(newestAt),
    })),
  };
}

/** A page of the rejected lines, the last line of the newest source first. */
export async function pageRejects(
  session: Session,
  request: PageRequest &
    Reader & { readonly reason?: string | undefined; readonly sourceId?: number | undefined },
): Promise<Page<ShownReject>> {
  if (request.merchants !== undefined) return NONE;
  const { position, compared, direction, shape } = pageIn(request, ['numeric', 'numeric']);
  const after =
    position === undefined
      ? sql`true`
      : sql`(r.source_id, r.line) ${compared} (${position[0]}::bigint, ${position[1]}::bigint)`;
  const { reason, sourceId } = request;
  const { rows } = await sql<RejectRow>`
    select r.source_id, r.line::text as line, r.reason, r.detail, s.name, s.read_at
    from rejects r
    join sources s on s.source_id = r.source_id
    where s.withdrawn_by is null
      and ${after}
      and ${reason === undefined ? sql`true` : sql`r.reason = ${reason}`}
      and ${sourceId === undefined ? sql`true` : sql`r.source_id = ${sourceId}::bigint`}
    order by r.source_id ${direction}, r.line ${direction}
    limit ${request.limit + 1}`.execute(session.db);
  const page = pageOf(rows, shape, (row) => [String(row.source_id), row.line]);
  return { ...page, rows: page.rows.map(rejectOf) };
}

interface RejectRow {
  readonly source_id: number;
  readonly line: string;
  readonly reason: string;
  readonly detail: string;
  readonly name: string;
  readonly read_at: string;
}

function rejectOf({ name, line, reason, detail, read_at }: RejectRow): ShownReject {
  const isKnown = (one: string): one is RejectionReason => Object.hasOwn(REJECTIONS, one);
  const { title, remedy } = isKnown(reason) ? REJECTIONS[reason] : { title: reason, remedy: '' };
  return { source: name, line, reason, detail, title, remedy, readAt: isoInstant(read_at) };
}

/** How far the data of each region reaches. */
export async function readReach(session: Session): Promise<ShownCoverage[]> {
  const { rows } = await sql<{
    region: string;
    pay_ins_at: string | null;
    callbacks_at: string | null;
    declared_until: string | null;
  }>`
    with run as (
      select run_id, last_source_id from runs order by run_id desc limit 1
    ),
    known as (
      select region, pay_ins_at, callbacks_at, declared_until
      from run_coverage
      where run_id = (select run_id from run)
      union all
      select region, case kind when 'pay-in' then newest_at end, case kind when 'callback' then newest_at end, null
      from source_coverage
      where source_id > coalesce((select last_source_id from run), 0)
        and source_id not in (select source_id from sources where withdrawn_by is not null)
    )
    select region, max(pay_ins_at) as pay_ins_at, max(callbacks_at) as callbacks_at, max(declared_until) as declared_until
    from known
    group by region
    order by region = '', region collate "C"`.execute(session.db);
  const iso = (text: string | null) => (text === null ? null : isoInstant(text));
  return rows.map((row) => ({
    region: regionFolder(row.region),
    payInsAt: iso(row.pay_ins_at),
    callbacksAt: iso(row.callbacks_at),
    declaredUntil: iso(row.declared_until),
  }));
}

/** What a page of a list by numbers needs, the newest first. */
function pageIn(request: PageRequest, shapes: ReadonlyArray<keyof typeof SHAPES>) {
  const isBackwards = request.before !== undefined;
  const values = decodeCursor(
    request.before ?? request.after,
    shapes.map((shape) => (text: string) => SHAPES[shape](text) && /^\d{1,18}$/.test(text)),
  );
  const position = values?.includes(null) ? undefined : values;
  return {
    position,
    compared: sql.raw(isBackwards ? '>' : '<'),
    direction: sql.raw(isBackwards ? 'asc' : 'desc'),
    shape: { limit: request.limit, isBackwards, hasPosition: position !== undefined },
  };
}
