import { isJsonObject, type JsonObject, ownValue } from '../../contract/json.ts';
import { parseJsonLine } from '../../contract/parse-json.ts';
import { cellValue } from '../../contract/record-paths.ts';
import { shape, type Violation } from '../../contract/violation.ts';
import { unwrapJson } from '../../normalise/find-record.ts';
import { repeatedKey } from '../../normalise/normalise-line.ts';
import type { Rejection } from '../../normalise/rejection.ts';
import { ownAt } from '../cells/cell-reader.ts';
import { type Cell, textOf } from '../cells/table-cell.ts';
import type { UnreadCell } from '../cells/unread-cells.ts';
import type { ColumnPlan, ColumnTarget } from './column-plan.ts';

/** Without these a row belongs to no order, so broken JSON in them is a rejection. */
const NEEDED: ReadonlySet<string> = new Set(['request', 'request.body', 'body']);

type Part = Record<string, unknown>;

export type RowRecord = { readonly unread: readonly UnreadCell[] } & (
  | { readonly record: JsonObject; readonly violations: readonly Violation[] }
  | { readonly rejection: Rejection }
);

interface RowDraft {
  readonly record: Part;
  readonly violations: Violation[];
  readonly unread: UnreadCell[];
}

/**
 * Builds the record of a row from its cells. An empty cell is absent. A cell with JSON is parsed, also where that holds
 * JSON as text, and cells of single fields override what it has. JSON that is cut off (spreadsheets cut a cell after
 * 32,767 characters) is a violation.
 */
export function rowRecord(cells: readonly Cell[], plan: ColumnPlan): RowRecord {
  const row: RowDraft = { record: emptyPart(), violations: [], unread: [] };
  const { record, unread } = row;
  for (const container of plan.containers) {
    const rejection = putContainer(row, container, textOf(cells[container.index]!));
    if (rejection !== undefined) return { rejection, unread };
  }
  for (const [path, text] of plan.values) if (isFree(record, path)) put(record, path, cellValue(path, text));
  for (const field of plan.fields) {
    const rejection = putField(row, field, cells[field.index]!, plan);
    if (rejection !== undefined) return { rejection, unread };
  }
  return row;
}

/** Puts what the JSON of a cell has into a row. */
function putContainer(
  { record, violations }: RowDraft,
  { path }: ColumnTarget,
  text: string,
): Rejection | undefined {
  if (text === '') return undefined;
  const name = path.join('.');
  const parsed = parseJsonLine(text);
  if (parsed.ok) {
    put(record, path, parsed.value);
    // Before anything is put below a message that is JSON text within JSON.
    const unwrapped = unwrapJson(record);
    Object.assign(record, unwrapped.value);
    const repeated = [...parsed.duplicateKeys.map((key) => `${name}.${key}`), ...unwrapped.duplicateKeys];
    violations.push(...repeated.map(repeatedKey));
    return undefined;
  }
  if (NEEDED.has(name)) {
    const at = parsed.column === undefined ? '' : ` at column ${parsed.column} of it`;
    return { reason: parsed.reason, detail: `cell ${name}${at}` };
  }
  if (text.startsWith('{')) violations.push({ field: name, rule: 'JSON', shape: shape(text) });
  put(record, path, text);
  return undefined;
}

/** Puts the cell of a single field into a row. */
function putField(
  { record, violations, unread }: RowDraft,
  field: ColumnTarget,
  cell: Cell,
  plan: ColumnPlan,
): Rejection | undefined {
  const read = plan.cells.read(cell, field, record);
  if (read.unread !== undefined) unread.push({ column: field.name, as: read.unread, text: textOf(cell) });
  if (read.isLost === true) return lost(field, cell);
  if (read.violation !== undefined) violations.push(read.violation);
  if (read.value !== undefined) put(record, field.path, read.value);
  return undefined;
}

function lost({ path }: ColumnTarget, cell: Cell): Rejection {
  const what = typeof cell === 'string' ? 'with an exponent' : 'of more than 15 digits';
  return { reason: 'digits_lost', detail: `a number ${what} as ${path.join('.')}` };
}

/** Sets a value and creates the objects on its path. */
function put(record: Part, path: readonly string[], value: unknown): void {
  let part = record;
  for (const key of path.slice(0, -1)) {
    const inner = ownValue(part, key);
    const next = isJsonObject(inner) ? (inner as Part) : emptyPart();
    part[key] = next;
    part = next;
  }
  part[path.at(-1)!] = value;
}

function isFree(record: Part, path: readonly string[]): boolean {
  const value = ownAt(record, path);
  return value === undefined || value === null || value === '';
}

/** Without a prototype, because a column may be called `__proto__`. */
function emptyPart(): Part {
  return Object.create(null) as Part;
}
