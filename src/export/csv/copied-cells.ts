import type { Column, ReportRow } from '../../../reports/report.ts';
import { currencyExponent } from '../../normalise/money.ts';
import { offsetText, zoneOffsetSeconds } from '../../normalise/zone.ts';
import { cellText, type ZoneOf } from './cell.ts';
import {
  EPOCH_DAYS,
  EPOCH_SECONDS,
  fieldText,
  int32,
  safeInt8,
  safeInteger,
  type Tuple,
  TYPE_OIDS,
} from './copied-tuples.ts';
import { type CsvOutput, reserve, writeBytes, writeDecimal, writeText, writeTwo } from './csv-output.ts';

/** A selected column: its position in a row and its type in pg_type. */
export interface Field {
  readonly index: number;
  readonly typeOid: number;
}

/** Selected columns by their names. */
export type FieldOf = (name: string) => Field | undefined;

type WriteCell = (tuple: Tuple, output: CsvOutput) => void;

const { text, int2, int4, int8, numeric, date, timestamptz } = TYPE_OIDS;
const WHOLE = [int2, int4, int8, numeric];
/** For each kind of column, the types that are written here. */
const TYPES: Readonly<Record<Column['kind'], readonly number[]>> = {
  text: [text],
  date: [date],
  count: WHOLE,
  minor: WHOLE,
  amount: WHOLE,
  // Only reports with few rows have it.
  percent: [],
  utc: [timestamptz],
  local: [timestamptz],
  // Only reports whose rows are unfolded have it; those are not read by COPY.
  cell: [],
};

const DAY_SECONDS = 86_400;
const MICROS = 1_000_000;
/** Days of the years 1 to 9999, which have four digits. */
const FIRST_DAY = Date.UTC(2000, 0, 1) / 86_400_000 - 730_119;
const LAST_DAY = Date.UTC(9999, 11, 31) / 86_400_000;
const T = 0x54;
const Z = 0x5a;
const COLON = 0x3a;

const NOTHING: WriteCell = () => undefined;

/**
 * Returns a function that writes the cells of a column from the rows of COPY: the same bytes that {@link cellText}
 * makes of the same value. Unusual values are passed to that function. Undefined where the column is selected with
 * another type.
 */
export function copiedCell(column: Column, fieldOf: FieldOf, zoneOf: ZoneOf): WriteCell | undefined {
  const field = fieldOf(column.from ?? column.name);
  if (field === undefined) return NOTHING;
  const helpers = [column.currency, column.region].map((name) =>
    name === undefined ? undefined : fieldOf(name),
  );
  const isRead = TYPES[column.kind].includes(field.typeOid);
  if (!isRead || helpers.some((helper) => helper !== undefined && helper.typeOid !== text)) return undefined;
  const [currency, region] = helpers;
  const asText = textCell(column, fieldOf, zoneOf);
  switch (column.kind) {
    case 'text':
      return ({ bytes, starts, lengths }, output) =>
        writeText(output, bytes, starts[field.index]!, Math.max(0, lengths[field.index]!));
    case 'count':
    case 'minor':
      return wholeCell(field, () => 0, asText);
    case 'amount':
      return wholeCell(field, remembered(currency, currencyExponent), asText);
    case 'date':
      return dateCell(field, asText);
    case 'utc':
      return instantCell(field, undefined, asText);
    case 'local':
      return instantCell(
        field,
        remembered(region, (name) => offsetsOf(zoneOf(name ?? ''))),
        asText,
      );
    case 'percent':
    case 'cell':
      return undefined;
  }
}

/** Writes a cell by way of its text, as for the rows of a cursor. */
function textCell(column: Column, fieldOf: FieldOf, zoneOf: ZoneOf): WriteCell {
  const names = [column.from ?? column.name, column.currency, column.region];
  const fields = names.flatMap((name) => {
    const field = name === undefined ? undefined : fieldOf(name);
    return field === undefined ? [] : [[name!, field] as const];
  });
  return (tuple, output) => {
    const row: ReportRow = Object.fromEntries(
      fields.map(([name, { index, typeOid }]) => [name, fieldText(tuple, index, typeOid)]),
    );
    writeBytes(output, Buffer.from(cellText(column, row, zoneOf), 'utf8'));
  };
}

function wholeCell(
  { index, typeOid }: Field,
  placesOf: (tuple: Tuple) => number,
  asText: WriteCell,
): WriteCell {
  return (tuple, output) => {
    if (tuple.lengths[index]! < 0) return;
    const value = safeInteger(tuple, index, typeOid);
    if (Number.isNaN(value)) asText(tuple, output);
    else writeDecimal(output, value, placesOf(tuple));
  };
}

function dateCell({ index }: Field, asText: WriteCell): WriteCell {
  const dayOf = createDays();
  return (tuple, output) => {
    if (tuple.lengths[index]! < 0) return;
    const day = int32(tuple.bytes, tuple.starts[index]!) + EPOCH_DAYS;
    if (day < FIRST_DAY || day > LAST_DAY) asText(tuple, output);
    else writeBytes(output, dayOf(day));
  };
}

/** Writes in UTC, or with the offset that a zone has at that instant. */
function instantCell(
  { index }: Field,
  offsetsOfRow: ((tuple: Tuple) => Offsets) | undefined,
  asText: WriteCell,
): WriteCell {
  const dayOf = createDays();
  return (tuple, output) => {
    if (tuple.lengths[index]! < 0) return;
    const utc = wholeSeconds(tuple, index);
    const offset = Number.isNaN(utc) ? undefined : offsetsOfRow?.(tuple)(utc);
    const seconds = utc + (offset?.seconds ?? 0);
    const day = Math.floor(seconds / DAY_SECONDS);
    if (Number.isNaN(utc) || day < FIRST_DAY || day > LAST_DAY) {
      asText(tuple, output);
      return;
    }
    reserve(output, 32);
    writeBytes(output, dayOf(day));
    writeClock(output, seconds - day * DAY_SECONDS);
    if (offset === undefined) output.bytes[output.at++] = Z;
    else writeBytes(output, offset.text);
  };
}

function writeClock(output: CsvOutput, secondOfDay: number): void {
  const minutes = (secondOfDay / 60) | 0;
  const hours = (minutes / 60) | 0;
  output.bytes[output.at++] = T;
  writeTwo(output, hours);
  output.bytes[output.at++] = COLON;
  writeTwo(output, minutes - hours * 60);
  output.bytes[output.at++] = COLON;
  writeTwo(output, secondOfDay - minutes * 60);
}

/**
 * Seconds since 1970, cut; NaN where a number does not hold the microseconds exactly. Below 2^53, their quotient is
 * exact.
 */
function wholeSeconds({ bytes, starts }: Tuple, index: number): number {
  return EPOCH_SECONDS + Math.floor(safeInt8(bytes, starts[index]!) / MICROS);
}

interface Offset {
  readonly seconds: number;
  /** `-03:00` */
  readonly text: Uint8Array;
}

type Offsets = (utcSeconds: number) => Offset;

function offsetsOf(zone: string): Offsets {
  const known = new Map<number, Offset>();
  return (utcSeconds) => {
    const seconds = zoneOffsetSeconds(zone, utcSeconds);
    let offset = known.get(seconds);
    if (offset === undefined) {
      offset = { seconds, text: Buffer.from(offsetText(seconds), 'latin1') };
      known.set(seconds, offset);
    }
    return offset;
  };
}

/**
 * Bytes of `yyyy-MM-dd` by the day since 1970, in the years 1 to 9999. Cached, because neighbouring rows share days.
 */
function createDays(): (day: number) => Uint8Array {
  let last = Number.NaN;
  let bytes: Uint8Array = new Uint8Array(0);
  const known = new Map<number, Uint8Array>();
  return (day) => {
    if (day === last) return bytes;
    last = day;
    bytes = known.get(day) ?? Buffer.from(new Date(day * 86_400_000).toISOString().slice(0, 10), 'latin1');
    if (known.size > 10_000) known.clear();
    known.set(day, bytes);
    return bytes;
  };
}

/** A value made from a text column of the current row; made again only where the text differs from the row before. */
function remembered<T>(field: Field | undefined, make: (value: string | null) => T): (tuple: Tuple) => T {
  let made = make(null);
  if (field === undefined) return () => made;
  const { index } = field;
  let last: Uint8Array = new Uint8Array(0);
  let lastLength = -1;
  return (tuple) => {
    const length = tuple.lengths[index]!;
    const start = tuple.starts[index]!;
    let same = length === lastLength;
    for (let at = 0; same && at < length; at += 1) same = tuple.bytes[start + at] === last[at];
    if (same) return made;
    lastLength = length;
    last = Buffer.from(tuple.bytes.subarray(start, start + Math.max(0, length)));
    made = make(fieldText(tuple, index, text));
    return made;
  };
}
