import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { shownReports } from '../../reports/shown-reports.ts';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../src/database/store.ts';
import { Fault } from '../../src/errors.ts';
import { watch } from '../../src/operations/watch/run-watch.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { filesBelow, instant } from '../export/books.ts';
import { counts, read, rejects, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ALL_CASES, FILE_CASES, LINE_CASES } from './all-cases.ts';
import { type FileResult, MOST_LINE_BYTES } from './case.ts';
import { MOST_FILE_BYTES } from './cases/files.ts';
import { BLANK_LINES } from './cases/lines.ts';
import { NAME_CASES } from './cases/names.ts';
import { keptSources, storedLines, storedTotals } from './stored.ts';

const settings = parseSettings({
  ingest: { maxLineBytes: MOST_LINE_BYTES, maxFileBytes: MOST_FILE_BYTES, workers: 0 },
});
/** Statements are among the cases. */
const REPORTS = shownReports({ ofStatements: true });
const DATE = '2026-11-19';
const AS_OF = instant('2026-11-20T12:00:00Z');
/** Soon after most records. */
const WATCHED_AT = instant('2026-11-19T14:00:00Z');

it('has cases enough, each with a name of its own', () => {
  const names = ALL_CASES.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.length).toBeGreaterThan(300);
});

onEngines('hostile input', (engine) => {
  it('becomes what each case says, is counted once, and leaves every report well-formed', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    await checkLines(store, folder);
    await checkFiles(store, folder);
    for (const { name, ...source } of await keptSources(store)) {
      const { records, accepted, duplicate, rejected } = source;
      expect(Number(accepted) + Number(duplicate) + Number(rejected), name).toBe(Number(records));
    }
    await checkReports(store, join(folder, 'out'));
    const watched = await watch(store, settings, { at: WATCHED_AT, announce: async () => undefined });
    expect(watched.tooNew).toBeGreaterThan(0);
  });
});

/** All lines are in one file. */
async function checkLines(store: Store, folder: string): Promise<void> {
  const texts = [...LINE_CASES.map(({ line }) => line), ...BLANK_LINES];
  const content = Buffer.concat(texts.flatMap((line) => [Buffer.from(line as string), Buffer.from('\n')]));
  const path = write(folder, 'lines.log', content);
  const [result] = await read(store, [path], { settings });
  const stored = await storedLines(store, path);
  const found = LINE_CASES.map(({ name, is }, at) => {
    const line = stored.get(at + 1);
    if (line === undefined || 'rejected' in line) return [name, line];
    const columns = 'kept' in is ? Object.keys(is.kept) : ['order_no'];
    return [
      name,
      { kept: Object.fromEntries(columns.map((key) => [key, line.record[key]])), breaks: line.breaks },
    ];
  });
  const expected = LINE_CASES.map(({ name, is }) => [name, 'kept' in is ? { breaks: [], ...is } : is]);
  expect(differing(found, expected)).toEqual([]);
  const rejected = LINE_CASES.filter(({ is }) => 'rejected' in is).length;
  expect(counts(result!)).toBe(`${LINE_CASES.length} = ${LINE_CASES.length - rejected} + 0 + ${rejected}`);
}

/** The cases that became something else, each with what it became and what it should have. */
function differing(found: readonly unknown[], expected: readonly unknown[]): unknown[] {
  return found.map((one, at) => [one, expected[at]]).filter(([one, other]) => !isDeepStrictEqual(one, other));
}

/** Each file is in a folder of its own, those of odd names in one, which is read again as a whole. */
async function checkFiles(store: Store, folder: string): Promise<void> {
  const found: [string, FileResult][] = [];
  const paths: string[] = [];
  for (const [at, { name, file = 'a.log', content }] of FILE_CASES.entries()) {
    const below = at < NAME_CASES.length ? 'names' : String(at);
    const path = join(folder, 'files', below, file);
    mkdirSync(dirname(path), { recursive: true });
    write(dirname(path), file, content);
    paths.push(path);
    found.push([name, await resultOf(store, path)]);
  }
  const stored = await rejects(store);
  const withLines = found.map(([name, result], at) => {
    if ('fault' in result) return [name, result];
    const own = stored.filter((one) => one.name === paths[at]);
    return [name, { ...result, rejected: Object.fromEntries(own.map(({ line, reason }) => [line, reason])) }];
  });
  const expected = FILE_CASES.map(({ name, is }) => [name, 'counts' in is ? { rejected: {}, ...is } : is]);
  expect(differing(withLines, expected)).toEqual([]);
  const again = await read(store, [join(folder, 'files', 'names')], { settings });
  expect(again.map(counts)).toEqual(NAME_CASES.map(() => 'unchanged'));
}

async function resultOf(store: Store, path: string): Promise<FileResult> {
  try {
    const [result] = await read(store, [path], { settings });
    return { counts: counts(result!) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.code };
    throw error;
  }
}

/** What a spreadsheet takes for a formula, whatever blanks are before it. */
const FORMULA = /^[\s\0]*[=+\-@]/;

async function checkReports(store: Store, out: string): Promise<void> {
  await reconcileDates(store, settings, { dates: [DATE], asOf: AS_OF, startedAt: AS_OF, out });
  const orders: Record<string, string>[] = [];
  const rejected: number[] = [];
  for (const file of filesBelow(out).filter((name) => name.endsWith('.csv'))) {
    const [, name] = /([a-z-]+)\.csv$/.exec(file)!;
    const { columns } = REPORTS.find((report) => report.name === name)!;
    const [header, ...rows] = parse(readFileSync(join(out, file)), {
      record_delimiter: '\r\n',
    }) as string[][];
    expect(header, file).toEqual(columns.map((column) => column.name));
    for (const row of rows) {
      for (const [at, cell] of row.entries())
        if (columns[at]!.kind === 'text') expect(FORMULA.test(cell), `${file}: ${cell}`).toBe(false);
    }
    if (name === 'orders')
      orders.push(...rows.map((row) => Object.fromEntries(row.map((cell, at) => [header![at]!, cell]))));
    if (name === 'rejected-records') rejected.push(rows.length);
  }
  const stored = await storedTotals(store, DATE);
  const orderNos = orders.map((order) => unguarded(order['order_no']!));
  expect(orderNos.sort()).toEqual(stored.orderNos.map(unguarded).sort());
  checkFindings(orders);
  expect(new Set(rejected)).toEqual(new Set([stored.rejected]));
}

/** A text without the guard against formulas. */
function unguarded(text: string): string {
  return text.replace(/^'/, '');
}

/** The findings that say how a record reads. */
const OF_READING = [
  'AMOUNT_UNREADABLE',
  'CONTRACT_VIOLATION',
  'OFFSET_DISAGREES',
  'TIME_AMBIGUOUS',
  'TIME_UNREADABLE',
];

/** An order of one record has exactly the findings that the record's case asks for. */
function checkFindings(orders: readonly Record<string, string>[]): void {
  const found = new Map(
    orders.map((order) => [unguarded(order['order_no']!), order['findings']!.split(' ')]),
  );
  const cases = LINE_CASES.flatMap(({ name, is }) => {
    if (!('kept' in is) || is.kept['order_no'] === undefined) return [];
    const codes = found.get(unguarded(String(is.kept['order_no'])));
    return codes === undefined ? [] : [{ name, codes, kept: is.kept, breaks: is.breaks ?? [] }];
  });
  expect(cases.length).toBeGreaterThan(150);
  const differing = cases.flatMap(({ name, codes, kept, breaks }) => {
    const expected = [
      ...(kept['amount_minor'] === null ? ['AMOUNT_UNREADABLE'] : []),
      ...(breaks.length > 0 ? ['CONTRACT_VIOLATION'] : []),
      ...(kept['offset_disagrees'] === true ? ['OFFSET_DISAGREES'] : []),
      ...(kept['time_ambiguous'] === true ? ['TIME_AMBIGUOUS'] : []),
      ...(kept['time_unreadable'] === true ? ['TIME_UNREADABLE'] : []),
    ];
    const own = codes.filter((code) => OF_READING.includes(code));
    return isDeepStrictEqual(own, expected) ? [] : [[name, own, expected]];
  });
  expect(differing).toEqual([]);
}
