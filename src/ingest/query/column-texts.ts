import type { Cell, TypedCell } from '../cells/table-cell.ts';
import type { ColumnPlan } from '../csv/column-plan.ts';
import type { DatabaseRows } from './source-database.ts';

type ToText = (written: string) => string;
type ToCell = (written: string) => Cell;

/** Types of numbers and of times, by pg_type: the settings of a table say how texts are written, and these are none. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700]);
const TIMES: ReadonlySet<number> = new Set([1082, 1114]);
/** timestamptz */
const INSTANT = 1184;

/** Types whose values have other texts than the same values of another type, by pg_type; all others are texts. */
const FORMS: ReadonlyMap<number, string> = new Map([
  ...[...NUMBERS].map((type) => [type, 'number'] as const),
  [1082, 'date'],
  [1114, 'timestamp'],
  [INSTANT, 'timestamptz'],
  [1083, 'time'],
  [1266, 'timetz'],
  [1186, 'interval'],
  [16, 'boolean'],
  [114, 'json'],
  [3802, 'json'],
]);

const asWritten: ToText = (written) => written;

/** Types that records write in another way than PostgreSQL, by pg_type. Numbers keep all their digits. */
const BY_TYPE: ReadonlyMap<number, ToText> = new Map<number, ToText>([
  [16, (written) => (written === 't' ? 'true' : 'false')],
  // Times as PostgreSQL writes them in JSON; years before Christ and infinity are unchanged.
  [INSTANT, (written) => written.replace(/^(\S+) (\S+)\+00$/, '$1T$2+00:00')],
  [1114, (written) => written.replace(/^(\S+) (\S+)$/, '$1T$2')],
  // char(n) is padded with blanks, which have no meaning.
  [1042, (written) => written.replace(/ +$/, '')],
  [114, scalarText],
  [3802, scalarText],
]);

/**
 * For each column of a query, a function from what the database wrote to a cell; JSON parts stay JSON.
 */
export function toCells(fields: DatabaseRows['fields'], plan: ColumnPlan): ToCell[] {
  const parts = new Set(plan.containers.map(({ index }) => index));
  return fields.map(({ typeOid }, index) => {
    if (parts.has(index)) return asWritten;
    const toText = BY_TYPE.get(typeOid) ?? asWritten;
    const type = cellType(typeOid);
    return type === undefined ? toText : (written) => ({ type, text: toText(written) });
  });
}

/** What decides how a value of a type is written, by a name; a number is one of any size and scale. */
export function textForm(typeOid: number): string {
  return FORMS.get(typeOid) ?? 'text';
}

function cellType(typeOid: number): TypedCell['type'] | undefined {
  if (typeOid === INSTANT) return 'instant';
  if (TIMES.has(typeOid)) return 'time';
  return NUMBERS.has(typeOid) ? 'number' : undefined;
}

/** A JSON value as a single field: a string's text, a number's digits; null is absent. */
function scalarText(written: string): string {
  if (written === 'null') return '';
  return written.startsWith('"') ? String(JSON.parse(written)) : written;
}
