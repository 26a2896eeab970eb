import { sql } from 'kysely';
import type { Session } from '../database/store.ts';
import { instantOfText } from '../normalise/instant.ts';
import type { Run } from '../reconcile/run.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import { ExpectedName } from './expected-files.ts';
import {
  COVERED_KINDS,
  type CoveredKind,
  type Gap,
  LOGGED_KINDS,
  type RegionRecords,
  type Stretch,
  usualRecords,
  without,
} from './find-gaps.ts';

const GAP_KIND = { 'pay-ins': 'pay-in', callbacks: 'callback', statements: 'statement' } as const;

/** A name under which the bytes of a source came. */
export interface SourceName {
  readonly source_id: number;
  readonly name: string;
  /** Whether it had come by the as-of. Only of statements this matters: records of logs are known from when they were written. */
  readonly is_read: boolean;
}

/** The names under which the sources that a run knows came, but for those that were withdrawn. */
export async function sourceNames(session: Session, run: Run): Promise<SourceName[]> {
  const { rows } = await sql<SourceName>`
    select n.source_id, n.name, bool_or(n.read_at <= ${run.asOf}::timestamptz) as is_read
    from (
      select source_id, name, read_at from sources
      union all
      select o.source_id, o.name, coalesce(o.read_at, s.read_at)
      from source_names o
      join sources s on s.source_id = o.source_id
    ) n
    join sources s on s.source_id = n.source_id
    where n.source_id <= ${run.lastSourceId}::integer and s.withdrawn_by is null
    group by n.source_id, n.name`.execute(session.db);
  return rows;
}

export interface FileSearch {
  readonly settings: Settings;
  readonly run: Run;
  readonly region: RegionSettings;
  readonly records: RegionRecords;
  readonly files: readonly SourceName[];
  readonly empty: (kind: CoveredKind) => readonly Stretch[];
}

/**
 * The gaps of a region for which a file was expected. A file is expected from the first of its name on, or from the
 * first record of the region on if none has come, until the as-of.
 */
export async function missingFiles(session: Session, search: FileSearch): Promise<Gap[]> {
  const { settings, run, region, records, files, empty } = search;
  const gaps: Gap[] = [];
  for (const entry of settings.ingest.expect) {
    const {
      name,
      region: only,
      kind,
      zone = region.zone,
    } = typeof entry === 'string' ? { name: entry } : entry;
    const expected = new ExpectedName(name);
    const read = files.flatMap((file) => {
      const stretch = expected.stretchOf(file.name, zone);
      return stretch === undefined ? [] : [{ ...file, ...stretch }];
    });
    const ids = read.map(({ source_id }) => source_id);
    const brought = only === undefined || kind === undefined ? await broughtBy(session, ids) : [];
    const isOurs =
      only === undefined
        ? brought.length === 0 || brought.some((one) => one.region === region.name)
        : only === region.name;
    if (!isOurs) continue;
    const begins = Math.min(...LOGGED_KINDS.map((one) => records.tallies[one].begins));
    const first = read.reduce((least, one) => Math.min(least, one.from), Number.POSITIVE_INFINITY);
    const from = read.length > 0 ? first : begins;
    if (!Number.isFinite(from)) continue;
    for (const one of kind === undefined ? kindsOf(brought, region.name) : [GAP_KIND[kind]]) {
      const names = read.filter((file) => one !== 'statement' || file.is_read).map((file) => file.name);
      const missing = expected.missing(names, zone, from, instantOfText(run.asOf).seconds);
      gaps.push(...missing.flatMap((file) => fileGap(records, one, file, empty(one))));
    }
  }
  return gaps;
}

function fileGap(
  records: RegionRecords,
  kind: CoveredKind,
  missing: Stretch & { readonly file: string; readonly files: number },
  empty: readonly Stretch[],
): Gap[] {
  if (without(missing, empty).length === 0) return [];
  return [
    {
      ...missing,
      kind,
      expected: Math.round(usualRecords(records, { kind, stretch: missing, silence: missing }, []).expected),
    },
  ];
}

function kindsOf(
  brought: readonly { readonly region: string; readonly kind: CoveredKind }[],
  region: string,
) {
  const own = COVERED_KINDS.filter((kind) =>
    brought.some((one) => one.region === region && one.kind === kind),
  );
  return own.length > 0 ? own : LOGGED_KINDS;
}

/** The regions and kinds of the records that sources brought. */
async function broughtBy(session: Session, sources: readonly number[]) {
  if (sources.length === 0) return [];
  const { rows } = await sql<{ region: string; kind: CoveredKind }>`
    select distinct region, kind from record_counts where source_id = any (${[...sources]}::integer[])`.execute(
    session.db,
  );
  return rows;
}
