import type { CellTextOf, Column, ColumnKind, ReportRow } from '../../../reports/report.ts';
import { currencyExponent, formatMajor } from '../../normalise/money.ts';
import { offsetText, zoneOffsetSeconds } from '../../normalise/zone.ts';

/** IANA zone of a region by its name. */
export type ZoneOf = (region: string) => string;

const FORMULA = /^(?: *[=+\-@]|[\t\r\n\0])/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A cell's text; empty for what does not exist.
 * A text that a spreadsheet could take for a formula gets a leading apostrophe; numbers and times never change.
 */
export function cellText(column: Column, row: ReportRow, zoneOf: ZoneOf): string {
  const value = row[column.from ?? column.name];
  if (value === null || value === undefined) return '';
  const text = String(value);
  switch (column.kind) {
    case 'text':
    case 'cell':
      return isGuarded(kindThere(column, row), text) ? `'${text}` : text;
    case 'amount':
      return formatMajor(text, currencyExponent(row[column.currency ?? ''] as string | null));
    case 'utc':
      return `${utcSeconds(text)}Z`;
    case 'local':
      return localText(text, zoneOf(String(row[column.region ?? ''] ?? '')));
    default:
      return text;
  }
}

/**
 * The kind of a cell in its own file: that of its column, or for a cell of another report that of the column there;
 * `cell` where the row does not name it.
 */
export function kindThere({ kind, kindIn }: Column, row: ReportRow): ColumnKind {
  if (kind !== 'cell' || kindIn === undefined) return kind;
  return (row[kindIn] as ColumnKind | null | undefined) ?? kind;
}

/** A text of an unknown column is guarded unless it looks like a number. */
function isGuarded(kind: ColumnKind, text: string): boolean {
  if (kind !== 'text' && kind !== 'cell') return false;
  return FORMULA.test(text) && (kind === 'text' || !NUMBER.test(text));
}

/** A cell's value, with texts as they are in the log: for forms that need no guard against formulas. */
export const plainText: CellTextOf = (column, row, zoneOf) =>
  column.kind === 'text' || column.kind === 'cell'
    ? String(row[column.from ?? column.name] ?? '')
    : cellText(column, row, zoneOf);

/**
 * An instant as PostgreSQL writes it in UTC, in a zone with its offset, cut to seconds.
 * @example localText('2026-11-19 13:05:00.25+00', 'America/Sao_Paulo') // '2026-11-19T10:05:00-03:00'
 */
export function localText(utcText: string, zone: string): string {
  const seconds = epochSeconds(utcSeconds(utcText));
  const offset = zoneOffsetSeconds(zone, seconds);
  // A year after 9999 has a sign and six digits in ISO 8601; a deadline can be there by an hour or a day.
  const local = new Date((seconds + offset) * 1000).toISOString().replace('+0', '').slice(0, -'.000Z'.length);
  return `${local}${offsetText(offset)}`;
}

/** `10000-01-01 00:14:59.5+00` as `10000-01-01T00:14:59`: the date is as long as its year. */
function utcSeconds(utcText: string): string {
  const gap = utcText.indexOf(' ');
  return `${utcText.slice(0, gap)}T${utcText.slice(gap + 1, gap + 9)}`;
}

/** Seconds since 1970 of a time in UTC without its zone: `2026-11-19T13:05:00`, `10000-01-01T00:14:59`. */
export function epochSeconds(utc: string): number {
  // ISO 8601 writes a year after 9999 with a sign and six digits.
  return Date.parse(`${utc.length > 19 ? `+0${utc}` : utc}Z`) / 1000;
}
