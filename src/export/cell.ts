import type { Column } from '../../reports/report.ts';
import { currencyExponent } from '../normalise/currency.ts';
import { formatMajor } from '../normalise/money.ts';
import { zoneOffsetSeconds } from '../normalise/zone.ts';

export type ReportRow = Readonly<Record<string, string | number | null>>;

/** IANA zone of a region by its name. */
export type ZoneOf = (region: string) => string;

const FORMULA = /^(?: *[=+\-@]|[\t\r\n\0])/;

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
      return FORMULA.test(text) ? `'${text}` : text;
    case 'amount':
      return formatMajor(text, currencyExponent(row[column.currency ?? ''] as string | null));
    case 'utc':
      return `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;
    case 'local':
      return localText(text, zoneOf(String(row[column.region ?? ''] ?? '')));
    default:
      return text;
  }
}

/**
 * An instant as PostgreSQL writes it in UTC, in a zone with its offset, cut to seconds.
 * @example localText('2026-11-19 13:05:00.25+00', 'America/Sao_Paulo') // '2026-11-19T10:05:00-03:00'
 */
export function localText(utcText: string, zone: string): string {
  const seconds = Date.parse(`${utcText.slice(0, 10)}T${utcText.slice(11, 19)}Z`) / 1000;
  const offset = zoneOffsetSeconds(zone, seconds);
  const local = new Date((seconds + offset) * 1000).toISOString().slice(0, 19);
  const minutes = Math.abs(Math.round(offset / 60));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
