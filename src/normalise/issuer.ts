import type { Settings } from '../settings/schema.ts';
import { hasOwnTable, type SourceSettings } from '../settings/sources.ts';
import { formatOf, type TableFormat } from '../settings/table-format.ts';
import { currencyExponent, readMinorUnits } from './money.ts';

const OF_SOURCE = 'source ';

/** The name in the setting map of a source's own table, while that source is read. */
export function tableOfSource(source: string): string {
  return `${OF_SOURCE}${source}`;
}

/** The issuer of the rows of a table of the setting map, or of a source's own table. */
export function issuerOf(table: string): string {
  return table.startsWith(OF_SOURCE) ? table.slice(OF_SOURCE.length) : table;
}

/** The issuer of rows of no table: the source of their kind that is being read, else the name of their kind. */
export function issuerOfNoTable(settings: Settings, kind: 'statement' | 'bank'): string {
  const own = Object.entries(settings.map).find(
    ([name, table]) => name.startsWith(OF_SOURCE) && typeof table === 'object' && table.kind === kind,
  );
  return own === undefined ? kind : issuerOf(own[0]);
}

/** How the rows of a source are written: as it says, or as rows of no table where it has no table of its own. */
export function sourceFormat(source: SourceSettings, settings: Settings): TableFormat {
  if (hasOwnTable(source)) return formatOf(source);
  const { kind = '' } = source;
  const table = Object.hasOwn(settings.map, kind) ? settings.map[kind] : undefined;
  return typeof table === 'object' ? formatOf(table) : {};
}

/**
 * How an issuer's rows are written: what the settings say now of the table, or source, of that name; undefined where they name
 * it no more.
 * @param issuer as it is kept with a row; the name of its kind for rows of no table
 */
export function issuerFormat(
  settings: Settings,
  issuer: string,
  kind: 'statement' | 'bank',
): TableFormat | undefined {
  return findIssuer(settings, issuer, kind)?.format;
}

interface FoundIssuer {
  readonly group: 'map' | 'sources';
  readonly format: TableFormat;
}

/**
 * Where the settings say how an issuer's rows are written, and what they say; undefined where they name it no more. Rows of no
 * table have the format of an entry of map with the name of their kind, even before there is one.
 */
export function findIssuer(
  settings: Settings,
  issuer: string,
  kind: 'statement' | 'bank',
): FoundIssuer | undefined {
  return namedIssuer(settings, issuer) ?? (issuer === kind ? { group: 'map', format: {} } : undefined);
}

/** The table, or source, that the settings have by an issuer's name. */
export function namedIssuer(settings: Settings, issuer: string): FoundIssuer | undefined {
  // While a source is read, its rows are those of its own table, even if the map has another one of its name.
  for (const name of [tableOfSource(issuer), issuer]) {
    const table = Object.hasOwn(settings.map, name) ? settings.map[name] : undefined;
    if (typeof table === 'object') return { group: name === issuer ? 'map' : 'sources', format: table };
  }
  const source = settings.sources.find(({ name }) => name === issuer);
  return source === undefined ? undefined : { group: 'sources', format: sourceFormat(source, settings) };
}

/**
 * An amount of a statement in minor units, with its sign; undefined where it cannot be read exactly or has no currency.
 * @param unit major, unless the table says otherwise
 * @example statedMinor('-1.20', 'BRL', undefined) // -120n
 */
export function statedMinor(
  text: string | undefined,
  currency: string | undefined,
  unit: TableFormat['unit'],
): bigint | undefined {
  if (text === undefined || currency === undefined) return undefined;
  const isNegative = text.startsWith('-');
  const exponent = currencyExponent(currency);
  const decimals = unit === 'minor' ? 0 : exponent;
  const minor = readMinorUnits(isNegative ? text.slice(1) : text, unit ?? 'major', decimals, exponent);
  return minor === undefined || !isNegative ? minor : -minor;
}
