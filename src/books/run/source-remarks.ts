import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { isReadOtherwise } from '../../ingest/read-otherwise.ts';
import { namedIssuer } from '../../normalise/issuer.ts';
import { READING_RULES } from '../../normalise/reading-settings.ts';
import type { Run } from '../../reconcile/run.ts';
import type { Settings } from '../../settings/schema.ts';
import { counted, grouped, plain } from '../../terminal-text.ts';

/** A statement whose amounts are 100 times those of the payments, or a hundredth: the unit of its table is wrong. */
export interface ScaledSource {
  readonly source: string;
  /** Rows that were compared with payments, and how many of them differ so. */
  readonly compared: number;
  readonly scaled: number;
  /** The table of the setting map, or the source, by which it was read. */
  readonly table: string;
  /** The unit that the table should have. */
  readonly unit: 'minor' | 'major';
  /** Where the settings name the table; undefined for lines, and for files that no entry of map names. */
  readonly namedIn: 'map' | 'sources' | undefined;
}

/** What a run says of the sources that it read. */
export interface SourceRemarks {
  /**
   * Sources whose records were read with other settings or older rules than the current ones; `renormalise` updates
   * them.
   */
  readonly staleSources: number;
  /** Statements in the wrong unit. Absent if there are none. */
  readonly scaledSources?: readonly ScaledSource[];
}

export async function sourceRemarks(
  session: Session,
  settings: Settings,
  run: Pick<Run, 'runId'>,
): Promise<SourceRemarks> {
  const staleSources = await countStale(session, settings);
  const scaledSources = await readScaled(session, settings, run.runId);
  return scaledSources.length === 0 ? { staleSources } : { staleSources, scaledSources };
}

async function readScaled(session: Session, settings: Settings, run: number): Promise<ScaledSource[]> {
  const { rows: scaled } = await sql<{ source_id: number }>`
    select source_id from scaled_sources
    where from_run <= ${run}::integer and (until_run is null or until_run > ${run}::integer)`.execute(
    session.db,
  );
  if (scaled.length === 0) return [];
  const sources = scaled.map(({ source_id }) => source_id);
  const { rows } = await sql<Omit<ScaledSource, 'unit' | 'namedIn'> & { readonly is_hundredfold: boolean }>`
    with stated as materialized (
      select s.source_id, s.issuer, s.gross_minor, r.matched_order_no, r.matched_merchant_id
      from statements s
      left join statement_results r
        on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest and r.until_run is null
      where s.source_id = any (${sources}::integer[])
    ),
    compared as materialized (
      select s.source_id, min(s.issuer) as issuer,
             count(*) filter (where s.gross_minor = p.paid_minor * 100)
               > count(*) filter (where s.gross_minor::numeric * 100 = p.paid_minor) as is_hundredfold
      from stated s
      left join order_rows p
        on p.order_no = s.matched_order_no and p.merchant_id = s.matched_merchant_id and p.until_run is null
      group by s.source_id
    )
    select q.name as source, c.compared::integer as compared, c.scaled::integer as scaled, s.issuer as table,
           s.is_hundredfold
    from scaled_sources c
    join sources q on q.source_id = c.source_id
    join compared s on s.source_id = c.source_id
    where c.from_run <= ${run}::integer and (c.until_run is null or c.until_run > ${run}::integer)
    order by q.name collate "C", c.source_id`.execute(session.db);
  return rows.map(({ is_hundredfold: isHundredfold, ...row }) => ({
    ...row,
    unit: isHundredfold ? 'minor' : 'major',
    namedIn: namedIssuer(settings, row.table)?.group,
  }));
}

/** Which statements are in another unit than their tables say, and what to set. */
export function scaledText(scaled: readonly ScaledSource[], options: string): string {
  return scaled
    .map(({ source, compared, scaled: differ, table, unit, namedIn }) =>
      [
        `${plain(source)} is in the wrong unit: ${grouped(differ)} of ${counted(compared, 'amount')} are ` +
          `${unit === 'minor' ? '100 times' : 'a hundredth of'} those of the payments`,
        `  to do: ${toSet(plain(table), unit, namedIn)}; then`,
        `  payin-recon renormalise${options}`,
      ].join('\n'),
    )
    .join('\n');
}

function toSet(table: string, unit: string, namedIn: ScaledSource['namedIn']): string {
  if (namedIn === undefined)
    return `its rows are of no table: add to map ${table}: { kind: statement, unit: ${unit} }`;
  return `${namedIn === 'map' ? `in the table ${table} of map` : `in the source ${table}`}, set unit: ${unit}`;
}

async function countStale(session: Session, settings: Settings): Promise<number> {
  const row = await session.db
    .selectFrom('sources')
    .select((e) => e.fn.countAll<string>().as('sources'))
    .where((e) => e.or([isReadOtherwise(settings), e('reading_rules', '<', READING_RULES)]))
    .executeTakeFirstOrThrow();
  return Number(row.sources);
}
