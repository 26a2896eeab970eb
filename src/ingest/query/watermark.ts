import { didYouMean } from '../../did-you-mean.ts';
import { Fault } from '../../errors.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { quoted, selectOf } from './query-text.ts';
import type { DatabaseRows, SourceDatabase } from './source-database.ts';

/** How to subtract from a watermark of a type, and its greatest useful value. */
interface WatermarkType {
  readonly type: string;
  readonly begin: string;
  /** The value to keep, of the greatest one and of the greatest that is not in the future, which would hide all rows until then. */
  readonly greatest: string;
  /** Whether its times have no zone, so that they may also repeat where the clock is set back. */
  readonly isLocal?: true;
}

/** By how much clocks are set back. */
const REPEATED_SECONDS = 3600;
const BEHIND_UTC = "now() at time zone 'UTC' - interval '12 hours'";
const LESS_SECONDS = '$1 - make_interval(secs => $2::bigint)';
const TIME: WatermarkType = {
  type: 'timestamptz',
  begin: LESS_SECONDS.replace('$1', '$1::timestamptz'),
  greatest: 'case when greatest > now() then now() else greatest end',
};
const localTime = (type: string): WatermarkType => ({
  type,
  // A date is that of all of its day: what was an hour earlier may have the date before.
  begin: `(${LESS_SECONDS.replace('$1', `$1::${type}`)})::${type}`,
  // Where all rows lie in the future, no row of today is skipped in any zone.
  greatest: `coalesce(present, case when greatest is not null then (${BEHIND_UTC})::${type} end)`,
  isLocal: true,
});
const whole: WatermarkType = {
  type: 'bigint',
  begin: 'greatest($1::numeric - $2::bigint, -9223372036854775808)::bigint',
  greatest: 'greatest::bigint',
};
const number = (type: string): WatermarkType => ({
  type,
  begin: `$1::${type} - $2::bigint`,
  greatest: `greatest::${type}`,
});

/** By pg_type. */
const TYPES: ReadonlyMap<number, WatermarkType> = new Map([
  [1184, TIME],
  [1114, localTime('timestamp')],
  [1082, localTime('date')],
  [20, whole],
  [21, whole],
  [23, whole],
  [1700, number('numeric')],
  [700, number('double precision')],
  [701, number('double precision')],
]);

/** Where a query begins and how far it reads, values as PostgreSQL writes them. */
export interface WatermarkRange {
  /** Smallest watermark that is read; undefined for all. */
  readonly begin: string | undefined;
  readonly type: string;
  /** The mark to keep; undefined until there was a row. */
  readonly mark: string | undefined;
  /** Where the next reading begins. */
  readonly nextBegin: string | undefined;
}

/**
 * The range to read after a mark: from earlier by the overlap, so that rows committed late are found, to the greatest
 * value of the same snapshot, or to now if that value is in the future. All rows, if each is smaller than where the range
 * would begin.
 * @param zone that of times without one
 * @throws Fault SOURCE_QUERY, also for a watermark that is missing, null, or neither time nor number
 */
export async function findRange(
  database: SourceDatabase,
  source: SourceSettings,
  mark: string | undefined,
  fields: DatabaseRows['fields'],
  zone: string,
): Promise<WatermarkRange> {
  const field = watermarkField(source, fields);
  const { type, begin, greatest, isLocal } = typeOf(source, field);
  const column = quoted(field.name);
  const select = selectOf(source);
  if (await isTrue(database, `select exists (select from ${select} where ${column} is null)`)) {
    throw wrong(source, `the watermark ${field.name} is null on some rows`, 'a value on every row');
  }
  const latest =
    isLocal && (await one(database, `select (now() at time zone $1::text)::${type}::text`, [zone]));
  // A version before kept marks in the future.
  const known =
    mark === undefined || latest === undefined
      ? mark
      : await one(database, `select least($1::${type}, $2::${type})::text`, [mark, latest]);
  const overlap = isLocal ? Math.max(source.overlap, REPEATED_SECONDS) : source.overlap;
  const beginOf = (reached: string | undefined) =>
    reached === undefined ? undefined : one(database, `select (${begin})::text`, [reached, overlap]);
  const first = await beginOf(known);
  const values = [latest, first].filter((value) => value !== undefined);
  const from = first === undefined ? '' : ` where ${column} >= $${values.length}::${type}`;
  const present =
    latest === undefined ? '' : `, max(${column}) filter (where ${column} <= $1::${type}) as present`;
  const next = await one(
    database,
    `select (${greatest})::text from (select max(${column}) as greatest${present} from ${select}${from}) as found`,
    values,
  );
  // Where its rows were removed and it begins again, the rows below the mark are new.
  if (
    next === undefined &&
    first !== undefined &&
    (await isTrue(database, `select exists (select from ${select})`))
  )
    return findRange(database, source, undefined, fields, zone);
  if (next !== undefined && /^(NaN|-?Infinity)$/.test(next)) {
    throw wrong(source, `the watermark ${field.name} is ${next} on some rows`, 'a number');
  }
  const kept = await one(database, `select greatest($1::${type}, $2::${type})::text`, [known, next]);
  return { begin: first, type, mark: kept, nextBegin: await beginOf(kept) };
}

/**
 * The watermark among the columns of a query, with the letter case of the settings or without it. Throws
 * SOURCE_QUERY.
 */
export function watermarkField(
  source: SourceSettings,
  fields: DatabaseRows['fields'],
): DatabaseRows['fields'][number] {
  const wanted = source.watermark!;
  const field =
    fields.find(({ name }) => name === wanted) ??
    fields.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (field !== undefined) return field;
  const names = fields.map(({ name }) => name);
  const hint = didYouMean(wanted, names);
  throw wrong(
    source,
    `the query has no column ${wanted}, which is to be its watermark`,
    names.join(', '),
    hint,
  );
}

/** Throws SOURCE_QUERY for a type from which nothing can be subtracted. */
export function typeOf(source: SourceSettings, field: DatabaseRows['fields'][number]): WatermarkType {
  const type = TYPES.get(field.typeOid);
  if (type !== undefined) return type;
  throw wrong(
    source,
    `the watermark ${field.name} is neither a time nor a number`,
    'timestamptz, timestamp, date, or a number',
  );
}

function wrong(source: SourceSettings, found: string, expected: string, remedy?: string): Fault {
  return new Fault('SOURCE_QUERY', {
    where: `${source.name}: watermark`,
    found,
    expected,
    ...(remedy === undefined ? {} : { remedy }),
  });
}

async function isTrue(database: SourceDatabase, statement: string): Promise<boolean> {
  return (await one(database, statement, [])) === 't';
}

async function one(
  database: SourceDatabase,
  statement: string,
  values: readonly unknown[],
): Promise<string | undefined> {
  const { rows } = await database.ask(
    statement,
    values.map((value) => value ?? null),
  );
  return rows[0]?.[0] ?? undefined;
}
