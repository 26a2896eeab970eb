import { sql } from 'kysely';
import type { Session } from '../database/store.ts';
import type { Run } from '../reconcile/run.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import { ExpectedName } from './expected-files.ts';
import {
  COVERED_KINDS,
  type CoveredKind,
  type Gap,
  LOGGED_KINDS,
  type RegionRecords,
  usualRecords,
} from './find-gaps.ts';
import { endingAfter, joined, type Stretch } from './stretch.ts';

const GAP_KIND = { 'pay-ins': 'pay-in', callbacks: 'callback', statements: 'statement' } as const;

/** A name under which the bytes of a source came. */
export interface SourceName {
  readonly source_id: number;
  readonly name: string;
  /** Whether it had come by the as-of. Only of statements this matters: records of logs are known from when they were written. */
  readonly is_read: boolean;
  /** Whether it has no line or row, also none that was rejected or known. */
  readonly is_empty: boolean;
}

/** The names under which the sources that a run knows came, but for those that were withdrawn. */
export async function sourceNames(session: Session, run: Run): Promise<SourceName[]> {
  const { rows } = await sql<SourceName>`
    select n.source_id, n.name, bool_or(n.read_at <= ${run.asOf}::timestamptz) as is_read, bool_and(s.records = 0) as is_empty
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
  readonly region: RegionSettings;
  readonly records: RegionRecords;
  readonly files: readonly SourceName[];
}

/** The files of a name of the setting `ingest.expect`, as far as they concern a kind of record of a region. */
export interface ExpectedFiles {
  readonly kind: CoveredKind;
  readonly name: ExpectedName;
  readonly zone: string;
  /** The first stretch begins then or later; epoch seconds. */
  readonly from: number;
  /** Those that came. */
  readonly read: ReadonlyArray<Stretch & Pick<SourceName, 'name' | 'is_empty'>>;
  /** Whether settings or records say that they are of this region and kind: until then they may be of another. */
  readonly isCertain: boolean;
}

/**
 * The files that are expected of a region: from the first of their name on, or from the first record of the region on if
 * none has come.
 */
export async function expectedFiles(session: Session, search: FileSearch): Promise<ExpectedFiles[]> {
  const found: ExpectedFiles[] = [];
  for (const entry of search.settings.ingest.expect) {
    const named = typeof entry === 'string' ? { name: entry } : entry;
    found.push(...(await filesOfName(session, search, named)));
  }
  return found;
}

type NamedEntry = Exclude<Settings['ingest']['expect'][number], string>;

/** The files of one name, by the kinds of records that they concern; empty where they are of another region. */
async function filesOfName(
  session: Session,
  { region, records, files }: FileSearch,
  { name: pattern, region: only, kind, zone = region.zone }: NamedEntry,
): Promise<ExpectedFiles[]> {
  const name = new ExpectedName(pattern);
  const read = files.flatMap((file) => {
    const stretch = name.stretchOf(file.name, zone);
    return stretch === undefined ? [] : [{ ...file, ...stretch }];
  });
  const ids = read.map(({ source_id }) => source_id);
  const isDeclared = only !== undefined && kind !== undefined;
  const brought = isDeclared ? [] : await broughtBy(session, ids);
  const own = brought.filter((one) => one.region === region.name);
  const isOurs = only === undefined ? brought.length === 0 || own.length > 0 : only === region.name;
  if (!isOurs) return [];
  const begins = Math.min(...LOGGED_KINDS.map((one) => records.tallies[one].begins));
  const first = read.reduce((least, one) => Math.min(least, one.from), Number.POSITIVE_INFINITY);
  const from = read.length > 0 ? first : begins;
  if (!Number.isFinite(from)) return [];
  const kinds = kind === undefined ? kindsOf(brought, region.name) : [GAP_KIND[kind]];
  return kinds.map((one) => ({
    ...{ kind: one, name, zone, from, isCertain: own.length > 0 || isDeclared },
    read: read.filter((file) => one !== 'statement' || file.is_read),
  }));
}

/**
 * The gaps of a region for which a file was expected, but for stretches that people declared empty.
 * @param until no file is expected of what ends later; epoch seconds
 * @param empty those, and stretches of files that came without any line
 */
export function missingFiles(
  records: RegionRecords,
  expected: readonly ExpectedFiles[],
  until: number,
  declared: (kind: CoveredKind) => readonly Stretch[],
  empty: (kind: CoveredKind) => readonly Stretch[],
): Gap[] {
  return expected.flatMap(({ kind, name, zone, from, read }) => {
    const all = name.missing(read, zone, from, until, declared(kind));
    // Next to an empty stretch, or one that is missing too, what is usual is found before and after all of them.
    const silences = joined([...all, ...empty(kind)]);
    return all.map((missing) => {
      const silence = endingAfter(silences, missing.from)!;
      const { expected } = usualRecords(records, { kind, stretch: missing, silence }, []);
      return { ...missing, kind, expected: Math.round(expected) };
    });
  });
}

/**
 * The stretches of files that came without any line, and in which there is no record of their kind: they say that there was
 * none. A file whose lines were all rejected, or are of something else, says nothing of it.
 */
export function emptyStretches(
  { tallies }: RegionRecords,
  expected: readonly ExpectedFiles[],
): ReadonlyMap<CoveredKind, readonly Stretch[]> {
  const found = new Map<CoveredKind, Stretch[]>();
  const filledOf = (kind: CoveredKind) =>
    joined(expected.flatMap((one) => (one.kind === kind ? one.read.filter((file) => !file.is_empty) : [])));
  const filled = new Map(COVERED_KINDS.map((kind) => [kind, filledOf(kind)]));
  for (const { kind, name, zone, read, isCertain } of expected) {
    if (!isCertain) continue;
    const stretches = found.get(kind) ?? [];
    for (const { from, to, is_empty } of read) {
      if (!is_empty || tallies[kind].between(from, to) > 0) continue;
      // A file of another name, or of the same one, may have lines of which none was kept.
      const next = endingAfter(filled.get(kind)!, from);
      if (next === undefined || next.from >= to) stretches.push(name.whole({ from, to }, zone));
    }
    found.set(kind, stretches);
  }
  return new Map([...found].map(([kind, stretches]) => [kind, joined(stretches)]));
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

/** The regions and kinds of the records that sources brought. Only payments of a statement are counted; it may have none. */
async function broughtBy(session: Session, sources: readonly number[]) {
  if (sources.length === 0) return [];
  const { rows } = await sql<{ region: string; kind: CoveredKind }>`
    select region, kind from record_counts where source_id = any (${[...sources]}::integer[])
    union
    select region, kind from source_coverage c
    where source_id = any (${[...sources]}::integer[])
      and kind = 'statement'
      and after_run = (select max(n.after_run) from source_coverage n where n.source_id = c.source_id)`.execute(
    session.db,
  );
  return rows;
}
