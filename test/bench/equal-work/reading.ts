/** Seconds by which a time may be later than what it is compared with. */
export const SKEW_SECONDS = 300;

/** Every code of ISO 4217, for the region that takes any of them. */
const CURRENCIES = Intl.supportedValuesOf('currency')
  .map((code) => `'${code}'`)
  .join(', ');
const ZONED = '[0-9]{4}-(0[1-9]|1[0-2])-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][+-][0-2][0-9]:[0-5][0-9]';
const TIME =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})?';

/** Functions of SQL that read regions, money and times, and write cells. */
export const MACROS = [
  [
    'region_of(currency, method)',
    `case when currency = 'BRL' or method = 'PIX' then 'BR' when currency = 'EGP' then 'EG'
     when currency in (${CURRENCIES}) then 'EG' else '' end`,
  ],
  [
    'in_zone(moment, region)',
    `case region when 'BR' then timezone('America/Sao_Paulo', moment)
     when 'EG' then timezone('Africa/Cairo', moment) else timezone('UTC', moment) end`,
  ],
  [
    'places_of(currency)',
    `case when currency in ('BRL', 'EGP') then 2
     when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
     when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF',
       'XOF', 'XPF') then 0 else 2 end`,
  ],
  // By value and exactly: 150.500 is 15050 of EGP, 1.005 is nothing.
  [
    'minor_of(amount, currency, region)',
    `case
     when currency is null or amount = '' or translate(amount, '0123456789', '') not in ('', '.') then null
     when length(rtrim(split_part(amount, '.', 2), '0')) > case when region = 'BR' then 0 else least(2, places_of(currency)) end
       then null
     when region = 'BR' then try_cast(split_part(amount, '.', 1) as bigint)
     else try_cast(split_part(amount, '.', 1)
       || rpad(rtrim(split_part(amount, '.', 2), '0'), places_of(currency), '0') as bigint) end`,
  ],
  ['is_zoned(written)', `regexp_full_match(written, '${ZONED}')`],
  ['is_time(written)', `regexp_full_match(written, '${TIME}')`],
  ['has_offset(written)', "written[-1] = 'Z' or written[-6] in ('+', '-') or written[-5] in ('+', '-')"],
  // The merchant's own clock; without an offset it is UTC.
  ['own_time(written)', 'case when is_time(written) then try_cast(written as timestamptz) end'],
  ['local_of(written)', 'try_cast(left(written, 19) as timestamp)'],
  // The instant of a local time by the offset that the zone has some time before or after it.
  [
    'by_offset_near(moment, region, away)',
    `timezone('UTC', moment
     - (in_zone(timezone('UTC', moment + away), region) - (moment + away)))`,
  ],
  ['is_possible(moment, reference)', `coalesce(moment <= reference + to_seconds(${SKEW_SECONDS}), false)`],
  [
    'guarded(cell)',
    `case when cell[1] <= '@' and regexp_matches(cell, '^( *[=+@-]|[\\t\\r\\n\\x00])')
     then '''' || cell else cell end`,
  ],
  [
    'major(minor, currency)',
    `case places_of(currency) when 2 then (minor::decimal(16, 0) * 0.01::decimal(2, 2))::varchar
     when 0 then minor::varchar else (minor::decimal(15, 0) * 0.001::decimal(3, 3))::varchar end`,
  ],
  ['utc(moment)', 'moment::timestamp'],
  [
    'with_offset(moment, region)',
    `strftime(in_zone(moment, region), '%Y-%m-%dT%H:%M:%S') ||
     case date_diff('hour', moment::timestamp, in_zone(moment, region))
       when -3 then '-03:00' when 2 then '+02:00' when 3 then '+03:00' when 0 then '+00:00' else '-02:00' end`,
  ],
  ['instant(moment)', "strftime(moment::timestamp, '%Y-%m-%dT%H:%M:%SZ')"],
].map(([name, body]) => `create or replace temp macro ${name} as ${body}`);

/** A time of the service: the column of its text, and columns with what it is compared with. */
export interface ServiceTime {
  readonly name: string;
  readonly reference?: string;
  /** Columns with the instant and the text of the header of its message. */
  readonly header?: readonly [at: string, text: string];
}

/**
 * Adds columns with the reading of a time: `_at`, `_source`, `_ambiguous`, `_disagrees`. Without an offset the zone's
 * reading counts if it is possible, else the header's, else UTC's, else the zone's.
 */
export function withTime(
  rows: string,
  { name, reference = 'null::timestamptz', header }: ServiceTime,
): string {
  const of = (part: string) => `${name}_${part}`;
  const local = of('local');
  const isValid = (moment: string) => `in_zone(${moment}, region) = ${local}`;
  const possible = (moment: string) => `is_possible(${moment}, ${reference})`;
  const [headerAt, headerText] = header ?? [];
  const steps = [
    `case when ${of('zoned')} or (is_time(${of('text')}) and (has_offset(${of('text')})))
       then try_cast(${of('text')} as timestamptz) end as ${of('explicit')},
     case when not ${of('zoned')} and is_time(${of('text')}) and not (has_offset(${of('text')}))
       then try_cast(${of('text')} as timestamp) end as ${local}`,
    `case when ${local} is not null then by_offset_near(${local}, region, interval '-1 day') end as ${of('before')},
     case when ${local} is not null then by_offset_near(${local}, region, interval '1 day') end as ${of('after')},
     ${header === undefined ? 'null::timestamptz' : `case when ${local} is not null then timezone('UTC', ${local} - (local_of(${headerText}) - ${headerAt}::timestamp)) end`}
       as ${of('by_header')}`,
    `case when ${of('before')} <> ${of('after')} then (${isValid(of('before'))}) = (${isValid(of('after'))}) else false end
       as ${of('ambiguous')},
     case when ${of('before')} is null or ${of('before')} = ${of('after')} then ${of('before')}
       when ${isValid(of('before'))} and ${isValid(of('after'))} then
         case when ${possible(`greatest(${of('before')}, ${of('after')})`)} then greatest(${of('before')}, ${of('after')})
           else least(${of('before')}, ${of('after')}) end
       when ${isValid(of('after'))} then ${of('after')} else ${of('before')} end as ${of('by_zone')}`,
    `case when ${of('explicit')} is not null then 'explicit' when ${local} is null then 'none'
       when ${possible(of('by_zone'))} then 'region' when ${possible(of('by_header'))} then 'header'
       when ${possible(`timezone('UTC', ${local})`)} then 'utc' else 'region' end as ${of('source')}`,
    `case ${of('source')} when 'explicit' then ${of('explicit')} when 'region' then ${of('by_zone')}
       when 'header' then ${of('by_header')} when 'utc' then timezone('UTC', ${local}) end as ${of('at')},
     ${local} is not null and (${of('source')} = 'utc' or coalesce(${of('by_header')} <> ${of('by_zone')}, false))
       as ${of('disagrees')}`,
  ];
  return steps.reduce((from, columns) => withColumns(from, columns), rows);
}

/** Adds columns to a query. Nested, because common table expressions would be kept. */
export function withColumns(rows: string, columns: string): string {
  return `select *, ${columns} from (${rows})`;
}

/** A text that tells records apart by these columns; absent and empty differ. */
export function digestOf(columns: readonly string[]): string {
  return `md5_number(concat_ws(chr(31), ${columns.map((column) => `coalesce(${column}, chr(30))`).join(', ')}))`;
}
