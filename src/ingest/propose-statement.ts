import { basename } from 'node:path';
import { stringify } from 'yaml';
import { statedFieldKind, statedPath } from '../contract/statement-fields.ts';
import type { Settings } from '../settings/schema.ts';
import type { TableFormat } from '../settings/table-format.ts';
import { plain, textTable } from '../terminal-text.ts';
import type { UnreadAs } from './cells/cell-reader.ts';
import { UnreadCells } from './cells/unread-cells.ts';
import { proposeColumns } from './csv/propose-columns.ts';
import { statedFieldsNamed } from './csv/stated-names.ts';
import { tableName } from './csv/table-name.ts';
import { type FirstRows, firstRows } from './first-rows.ts';

const KIND = 'statement';
/** A header is looked for in so many first lines. */
const MOST_LINES = 30;
const MOST_WORDS = 20;
const MOST_SAMPLES = 2;

/** What a statement's table may be in the settings, and what a person has to decide. */
export interface StatementProposal {
  readonly file: string;
  /** An entry of the setting map. */
  readonly map: Readonly<Record<string, unknown>>;
  readonly columns: ReadonlyArray<{
    readonly column: string;
    /** The value of a row that its name resembles; null for none. */
    readonly means: string | null;
    /** Its first values; of columns that resemble nothing none, since they may be of a person. */
    readonly samples: readonly string[];
  }>;
  readonly open: readonly string[];
}

/**
 * Proposes an entry of the map for a statement by its header; keeps nothing, and decides nothing that the header does not say.
 * @throws Fault SOURCE_NOT_FOUND, SOURCE_UNREADABLE, SOURCE_FORMAT, SOURCE_BROKEN
 */
export async function proposeStatement(file: string, settings: Settings): Promise<StatementProposal> {
  const found = await firstRows(file, settings);
  const at = headerOf(found.rows);
  const header = (found.rows[at] ?? []).filter((cell) => cell !== '');
  const index = (column: string) => found.rows[at]!.indexOf(column);
  const rows = found.rows
    .slice(at + 1)
    .filter((row) => row.length >= header.length && row.some((cell) => cell !== ''));
  const proposal = proposeColumns(header, { kind: KIND, paths: [], name: basename(file) });
  const valuesOf = (column: string) =>
    rows.map((row) => row[index(column)] ?? '').filter((cell) => cell !== '');
  const columns = header.map((column) => {
    const means = proposal.columns.get(column) ?? null;
    return { column, means, samples: means === null ? [] : valuesOf(column).slice(0, MOST_SAMPLES) };
  });
  const { name, files } = tableName(file);
  const table = {
    kind: KIND,
    ...(files === undefined ? {} : { files }),
    ...found.format,
    ...(at === 0 ? {} : { headerRow: at + 1 }),
    ...formOf(columns, valuesOf),
    columns: Object.fromEntries(
      columns.flatMap(({ column, means }) => (means === null ? [] : [[column, means]])),
    ),
  };
  return {
    file,
    map: { [name]: table },
    columns,
    open: [...sheetText(found), ...openOf(proposal, columns, valuesOf)],
  };
}

/** The row with the most names that statements commonly have; the first if none has any. */
function headerOf(rows: FirstRows['rows']): number {
  const known = rows
    .slice(0, MOST_LINES)
    .map((row) => row.filter((cell) => statedFieldsNamed(KIND, cell).length > 0).length);
  const most = Math.max(0, ...known);
  return most === 0 ? 0 : known.indexOf(most);
}

function sheetText({ format: { sheet } }: FirstRows): string[] {
  return sheet === undefined
    ? []
    : [`Only the first sheet, ${plain(sheet)}, was read: if the rows are in another, name it as sheet.`];
}

type Columns = StatementProposal['columns'];

const READ_AS: Readonly<Record<string, UnreadAs>> = {
  'stated-amount': 'amount',
  'stated-time': 'time',
  date: 'date',
};

/** How amounts and times are written, as far as every value shows it. */
function formOf(columns: Columns, valuesOf: (column: string) => readonly string[]): TableFormat {
  const unread = new UnreadCells();
  for (const { column, means } of columns) {
    const as = means === null ? undefined : READ_AS[statedFieldKind(statedPath(KIND, means)!) ?? ''];
    if (as === undefined) continue;
    for (const value of valuesOf(column)) unread.add(as === 'amount' ? 'amounts' : 'times', as, value, 0);
  }
  return Object.assign({}, ...unread.list().map(({ set }) => set));
}

function openOf(
  { others, missing }: ReturnType<typeof proposeColumns>,
  columns: Columns,
  valuesOf: (column: string) => readonly string[],
): string[] {
  const open = missing.map(
    ({ meaning, path }) => `No column looks like ${meaning}: give one the name ${path}.`,
  );
  if (others.length > 0) open.push(`Give each of these a name, or ignore: ${others.map(plain).join(', ')}.`);
  const has = (name: string) => columns.some(({ means }) => means === name);
  if (!has('currency')) open.push('No column has the currency: add values: { currency: … }.');
  if (has('completed_at'))
    open.push(
      'Times without an offset are read in the zone of the region, unless you add zone. A dry run compares them with callbacks.',
    );
  if (has('gross')) open.push('Amounts are major units, unless you add unit: minor.');
  for (const { column, means } of columns.filter(({ means }) => means === 'type' || means === 'status')) {
    const words = [...new Set(valuesOf(column))].slice(0, MOST_WORDS).map(plain);
    open.push(`Say in words: { ${means}: { … } } what each of these is: ${words.join(', ')}.`);
  }
  return open;
}

/** The proposal for a person: what to paste, what it was read from, and what is left to decide. */
export function proposalText({ file, map, columns, open }: StatementProposal): string {
  const rows = columns.map(({ column, means, samples }) => [
    `  ${plain(column)}`,
    means ?? 'nothing known',
    samples.map(plain).join('; ') || '-',
  ]);
  return [
    `Proposed for ${plain(file)} by the names of its columns. Nothing was written or stored.`,
    '',
    stringify({ map }, { lineWidth: 0 }).trimEnd(),
    textTable(['  Column', 'May be', 'First values'], rows, []),
    '',
    'To decide:',
    ...open.map((text) => `  ${text}`),
    '',
    `Then: payin-recon ingest --dry-run ${plain(file)}`,
  ].join('\n');
}
