import type { SchemaElement } from 'hyparquet-writer';
import type { Column, ColumnKind, ReportRow } from '../../../reports/report.ts';
import { Fault } from '../../errors.ts';
import { epochSeconds, plainText, type ZoneOf } from '../csv/cell.ts';

/** A value as its column stores it; null for what does not exist. */
export type ParquetValue = string | number | bigint | null;

const DAY_SECONDS = 86_400;
/** The most decimals that a currency has. */
const MOST_DECIMALS = 4;
/** A 64-bit amount in minor units has up to 19 digits, all of them before the point in a currency without decimals. */
const AMOUNT_DIGITS = 19 + MOST_DECIMALS;
/** Bytes that hold 23 digits and a sign. */
const AMOUNT_BYTES = 10;
const MOST_INT64 = 2n ** 63n - 1n;

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;
const INT64 = { type: 'INT64' } as const;

/** How a kind of column is stored. A local time is a text, because a timestamp would lose its offset. */
const STORED: Readonly<Record<ColumnKind, Omit<SchemaElement, 'name'>>> = {
  text: TEXT,
  cell: TEXT,
  local: TEXT,
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  utc: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  count: INT64,
  minor: INT64,
  amount: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: AMOUNT_BYTES,
    ...decimal(AMOUNT_DIGITS, MOST_DECIMALS),
  },
  percent: { type: 'INT32', ...decimal(5, 2) },
};

/** A column of a Parquet file. */
export function parquetColumn({ name, kind }: Column): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...STORED[kind] };
}

/**
 * The value of a cell as its column stores it: the CSV's, without its protection against formulas. Instants are
 * microseconds, dates are days since 1970, decimals are whole numbers without their point.
 * @throws Fault PARQUET_LIMIT if a number is too large for its column
 */
export function parquetValue(column: Column, row: ReportRow, zoneOf: ZoneOf): ParquetValue {
  const text = plainText(column, row, zoneOf);
  if (text === '') return null;
  switch (column.kind) {
    case 'date':
      return epochSeconds(`${text}T00:00:00`) / DAY_SECONDS;
    case 'utc':
      return BigInt(epochSeconds(text.slice(0, -1))) * 1_000_000n;
    case 'count':
    case 'minor':
      return within(column, BigInt(text), MOST_INT64);
    case 'amount':
    case 'percent':
      return unscaled(column, text);
    default:
      return text;
  }
}

function decimal(precision: number, scale: number) {
  return {
    converted_type: 'DECIMAL',
    precision,
    scale,
    logical_type: { type: 'DECIMAL', precision, scale },
  } as const;
}

/** `-1.5` as -15000 for a column of four decimals. */
function unscaled(column: Column, text: string): bigint {
  const { precision, scale } = STORED[column.kind] as { readonly precision: number; readonly scale: number };
  const [whole, decimals = ''] = text.split('.');
  return within(column, BigInt(whole + decimals.padEnd(scale, '0')), 10n ** BigInt(precision) - 1n);
}

function within({ name }: Column, value: bigint, most: bigint): bigint {
  if (-most <= value && value <= most) return value;
  throw new Fault('PARQUET_LIMIT', {
    where: `column ${name}`,
    found: String(value),
    expected: `a number from -${most} to ${most}`,
  });
}
