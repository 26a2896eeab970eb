import { stringify } from 'csv-stringify/sync';
import { isJsonObject, JsonNumber, type JsonObject, numberText } from '../../src/contract/json.ts';
import { parseJsonLine } from '../../src/contract/parse-json.ts';
import { recordPath } from '../../src/contract/record-paths.ts';

/** The ways to name the columns of a CSV file (docs/guides/csv-and-own-columns.md). */
export type CsvStyle = 'paths' | 'bare' | 'json' | 'mixed';

export interface CsvForm {
  readonly csv: string;
  /** Lines that a table of texts cannot represent, or not in this style. Read them unchanged. */
  readonly rest: readonly string[];
}

export interface CsvOptions {
  readonly delimiter?: string;
  readonly recordDelimiter?: string;
  /** Changes the spelling of a header cell. */
  readonly spell?: (name: string) => string;
}

/** Converts records to CSV rows with named columns. */
export function asCsv(lines: readonly string[], style: CsvStyle, options: CsvOptions = {}): CsvForm {
  const rows: Array<Map<string, string>> = [];
  const rest: string[] = [];
  for (const line of lines) {
    const cells = cellsOf(line, style);
    if (cells === undefined) rest.push(line);
    else rows.push(cells);
  }
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const { spell = (name: string) => name } = options;
  const csv = stringify(
    [columns.map(spell), ...rows.map((row) => columns.map((name) => row.get(name) ?? ''))],
    {
      delimiter: options.delimiter ?? ',',
      record_delimiter: options.recordDelimiter ?? '\n',
      quoted_match: /[\r\n]/,
    },
  );
  return { csv: rows.length === 0 ? '' : csv, rest };
}

/** Converts records so that every complete call is on two lines: the request, and its response. */
export function asSplit(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const record = recordOf(line);
    const body = inner(inner(record, 'response'), 'body');
    if (record === undefined || !('request' in record) || body?.['code'] === undefined) return [line];
    if (inner(body, 'merchant') === undefined) return [line];
    const { response, ...request } = record;
    return [jsonText(request), jsonText({ response })];
  });
}

/** Converts records so that bodies and responses are escaped JSON text. */
export function asEscaped(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const record = recordOf(line);
    if (record === undefined) return line;
    if ('body' in record) return jsonText({ ...record, body: jsonText(record['body']) });
    const request = inner(record, 'request');
    if (request === undefined) return line;
    const { response } = record;
    return jsonText({
      ...record,
      request: { ...request, body: jsonText(request['body']) },
      ...(response === undefined ? {} : { response: jsonText(response) }),
    });
  });
}

function cellsOf(line: string, style: CsvStyle): Map<string, string> | undefined {
  const value = recordOf(line);
  if (value === undefined || (!('request' in value) && !('body' in value))) return undefined;
  const cells = new Map<string, string>();
  return addCells(cells, value, '', style) && cells.size > 0 ? cells : undefined;
}

const JSON_PARTS = ['request', 'response', 'headers', 'body'];
const MIXED_PARTS = ['request.headers', 'response', 'headers'];

function addCells(cells: Map<string, string>, part: JsonObject, prefix: string, style: CsvStyle): boolean {
  return Object.entries(part).every(([key, value]) => {
    const path = `${prefix}${key}`;
    if (value === null || value === undefined || value === '') return true;
    if (isJsonObject(value)) {
      const whole = style === 'json' ? JSON_PARTS : style === 'mixed' ? MIXED_PARTS : [];
      if (!whole.includes(path)) return addCells(cells, value, `${path}.`, style);
      cells.set(path, jsonText(value));
      return true;
    }
    return addCell(cells, path, value, style);
  });
}

function addCell(cells: Map<string, string>, path: string, value: unknown, style: CsvStyle): boolean {
  const isAmount = /\.(amount|expiryPeriod)$/.test(path) || path === 'response.status';
  const number = numberText(value);
  const isVerdict = path === 'verified' && typeof value === 'boolean';
  // A CSV column has no types, so it cannot show that an amount was text.
  if (typeof value === 'string' && isAmount && path !== 'response.status') return false;
  const text = typeof value === 'string' ? value : isAmount ? number : isVerdict ? String(value) : undefined;
  if (text === undefined || recordPath(path) === undefined) return false;
  cells.set(style === 'bare' && path.startsWith('body.') ? path.slice('body.'.length) : path, text);
  return true;
}

/** JSON that keeps the spelling of every number. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (part instanceof JsonNumber ? JSON.rawJSON(part.text) : part));
}

function recordOf(line: string): JsonObject | undefined {
  const parsed = parseJsonLine(line);
  return parsed.ok && parsed.duplicateKeys.length === 0 && isJsonObject(parsed.value)
    ? parsed.value
    : undefined;
}

function inner(part: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = part?.[key];
  return isJsonObject(value) ? value : undefined;
}
