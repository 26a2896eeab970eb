import { didYouMean } from '../../did-you-mean.ts';
import { Fault } from '../../errors.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { quoted, selectOf } from './query-text.ts';
import type { DatabaseRows, SourceDatabase } from './source-database.ts';

/** How to subtract from a watermark of a type, and its greatest useful value. */
interface WatermarkType {
  readonly type: string;
  /** Type of the value to begin at; a date minus seconds is not a date. */
  readonly beginType: string;
  readonly begin: string;
  /** The value to keep, of the greatest one and of the greatest that is not later than `latest`. */
  readonly greatest: string;
  /**
   * A time in the future would hide all rows until then. One without a zone may be in any zone: only beyond the time of the
   * zone furthest ahead it is in the future.
   */
  readonly latest?: string;
}

const AHEAD_OF_UTC = "now() at time zone 'UTC' + interval '14 hours'";
const BEHIND_UTC = "now() at time zone 'UTC' - interval '12 hours'";
const LESS_SECONDS = '$1 - make_interval(secs => $2::bigint)';
const time = (type: string, beginType: string): WatermarkType => ({
  type,
  beginType,
  begin: LESS_SECONDS.replace('$1', `$1::${type}`),
  greatest: 'case when greatest > now() then now() else greatest end',
});
const localTime = (type: string): WatermarkType => ({
  ...time(type, 'timestamp'),
  // Where all rows lie in the future, no row of today is skipped in any zone.
  greatest: `coalesce(present, case when greatest is not null then (${BEHIND_UTC})::${type} end)`,
  latest: `(${AHEAD_OF_UTC})::${type}`,
});
const whole: WatermarkType = {
  type: 'bigint',
  beginType: 'bigint',
  begin: 'greatest($1::numeric - $2::bigint, -9223372036854775808)::bigint',
  greatest: 'greatest::bigint',
};
const number = (type: string): WatermarkType => ({
  type,
  beginType: type,
  begin: `$1::${type} - $2::bigint`,
  greatest: `greatest::${type}`,
});

/** By pg_type. */
const TYPES: ReadonlyMap<number, WatermarkType> = new Map([
  [1184, time('timestamptz', 'timestamptz')],
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
  readonly beginType: string;
  /** The mark to keep; undefined until there was a row. */
  readonly mark: string | undefined;
  /** Where the next reading begins. */
  readonly nextBegin: string | undefined;
}

/**
 * The range to read after a mark: from earlier by the overlap, so that rows committed late are found, to the greatest
 * value of the same snapshot, or to now if that value is in the future. All rows, if each is smaller than where the range
 * would begin.
 * @throws Fault SOURCE_QUERY, also for a watermark that is missing, null, or neither time nor number
 */
export async function findRange(
  database: SourceDatabase,
  source: SourceSettings,
  mark: string | undefined,
  fields: DatabaseRows['fields'],
): Promise<WatermarkRange> {
  const field = watermarkField(source, fields);
  const { type, beginType, begin, greatest, latest } = typeOf(source, field);
  const column = quoted(field.name);
  const select = selectOf(source);
  if (await isTrue(database, `select exists (select from ${select} where ${column} is null)`)) {
    throw wrong(source, `the watermark ${field.name} is null on some rows`, 'a value on every row');
  }
  const first =
    mark === undefined ? undefined : await one(database, `select (${begin})::text`, [mark, source.overlap]);
  const from = first === undefined ? '' : ` where ${column} >= $1::${beginType}`;
  const present =
    latest === undefined ? '' : `, max(${column}) filter (where ${column} <= ${latest}) as present`;
  const next = await one(
    database,
    `select (${greatest})::text from (select max(${column}) as greatest${present} from ${select}${from}) as found`,
    first === undefined ? [] : [first],
  );
  // Where its rows were removed and it begins again, the rows below the mark are new.
  if (
    next === undefined &&
    first !== undefined &&
    (await isTrue(database, `select exists (select from ${select})`))
  )
    return findRange(database, source, undefined, fields);
  if (next !== undefined && /^(NaN|-?Infinity)$/.test(next)) {
    throw wrong(source, `the watermark ${field.name} is ${next} on some rows`, 'a number');
  }
  const kept = await one(database, `select greatest($1::${type}, $2::${type})::text`, [mark, next]);
  const nextBegin =
    kept === undefined ? undefined : await one(database, `select (${begin})::text`, [kept, source.overlap]);
  return { begin: first, beginType, mark: kept, nextBegin };
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
