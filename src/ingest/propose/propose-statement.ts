import { basename } from 'node:path';
import { stringify } from 'yaml';
import { ROW_WORDS, type StatedKind, statedFieldKind, statedPath } from '../../contract/statement-fields.ts';
import { Fault } from '../../errors.ts';
import { bankReference, mayBePersonNumber } from '../../normalise/bank-reference.ts';
import { IGNORE } from '../../settings/map-paths.ts';
import type { Settings } from '../../settings/schema.ts';
import { grouped, plain, quoted, textTable } from '../../terminal-text.ts';
import { serialTime } from '../cells/serial-time.ts';
import type { DayCount } from '../cells/table-cell.ts';
import { proposeColumns } from '../csv/propose-columns.ts';
import { isWord, MOST_WORDS, OPEN_WORD, proposeWords } from '../csv/stated-words.ts';
import { tableName } from '../csv/table-name.ts';
import { flow } from '../csv/unknown-columns.ts';
import { firstRows, PART_OF_ROW } from './first-rows.ts';
import { footerAmounts, footersOf, type MeantColumns, proposeFooter } from './propose-footer.ts';
import { proposeForms, readsAsMuch, type StatedTexts } from './propose-forms.ts';
import { remarksOn } from './propose-remarks.ts';
import { headerOf, mostLikely, type StatementHeader } from './statement-header.ts';
import { refusedProposal, tryProposal, unreadByProposal } from './try-proposal.ts';
import { unfitRowId } from './unfit-row-id.ts';

const MOST_SAMPLES = 2;
/** Characters of a cell that are shown to people, and unknown columns that are listed for them. */
const MOST_SHOWN = 40;
const MOST_UNKNOWN = 40;

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
  /** The sheets of a workbook, each with how many columns have names that such tables commonly have. */
  readonly sheets?: ReadonlyArray<{ readonly name: string; readonly knownColumns: number }>;
}

/**
 * Proposes an entry of the map for a statement by its header; keeps nothing, and decides nothing that the header does not say.
 * @throws Fault SOURCE_NOT_FOUND, SOURCE_UNREADABLE, SOURCE_FORMAT, SOURCE_BROKEN
 */
export async function proposeStatement(file: string, settings: Settings): Promise<StatementProposal> {
  const candidates = (await firstRows(file, settings, true)).map(headerOf);
  const best = mostLikely(candidates);
  const { found, kind, at } = best;
  const cells = found.rows[at] ?? [];
  const header = cells.filter((cell) => cell !== '');
  const proposal = proposeColumns(header, { kind, paths: [], name: basename(file) });
  const meant = { kind, header: cells, means: proposal.columns };
  const { rows, footers } = rowsBelow(best, meant);
  const valuesOf = (column: string) =>
    rows.map((row) => row[cells.indexOf(column)] ?? '').filter((cell) => cell !== '');
  const unfit = unfitRowId(proposal.columns, valuesOf);
  const columns = header.map((column) => {
    const means = column === unfit?.column ? null : (proposal.columns.get(column) ?? null);
    const values = shownValues(means, valuesOf(column));
    return { column, means, samples: values.map((text) => sampleText(text, kind, means!, found.daysFrom)) };
  });
  const isBook = found.format.sheet !== undefined;
  const texts = textsOf(kind, columns, valuesOf);
  const forms = proposeForms(texts, footerAmounts(footers, meant), isBook);
  const { name, files } = tableName(file);
  const table = {
    kind,
    ...(files === undefined ? {} : { files }),
    ...found.format,
    ...(at === 0 ? {} : { headerRow: at + 1 }),
    ...forms.format,
    columns: columnsOf(columns, unfit?.column),
  };
  const remarks = remarksOn(kind, columns, forms.format, valuesOf);
  // Columns that are needed are not to be ignored.
  const others = proposal.others.filter((column) => !remarks.needed.includes(column));
  const footer = await proposeFooter(footers, meant, { file, name, settings, table });
  const tried = await tryProposal({ file, name, settings, table }, footer.format);
  const { columns: named, ...form } = table;
  return {
    file,
    map: { [name]: { ...form, ...footer.format, columns: named } },
    columns,
    open: [
      ...kindText(kind),
      ...sheetText(candidates, best),
      ...encodingText(best),
      ...forms.open,
      ...footer.open,
      ...(tried instanceof Fault && !isOfMissing(tried, proposal) ? [refusedProposal(tried)] : []),
      ...(tried !== undefined && !(tried instanceof Fault) && forms.isRead
        ? unreadByProposal(tried, (form, as) => readsAsMuch(form, as, texts, forms.format))
        : []),
      ...(unfit === undefined ? [] : [unfit.why]),
      ...remarks.open,
      ...openOf({ ...proposal, others }, columns, valuesOf),
    ],
    ...sheetsOf(candidates),
  };
}

/** The first rows below a header that are of its width, and those of the footer, which are not among them. */
function rowsBelow({ found, at }: StatementHeader, meant: MeantColumns) {
  const isRow = (row: readonly string[]) =>
    found.format.sheet === undefined
      ? row.length > 0 || row === PART_OF_ROW
      : row.some((cell) => cell !== '');
  const below = found.rows.slice(at + 1).filter(isRow);
  const footers = footersOf(found.isWhole ? below : (found.last ?? []), meant);
  const records = found.isWhole ? below.slice(0, below.length - footers.length) : below;
  const width = meant.header.filter((cell) => cell !== '').length;
  const rows = records.filter((row) => row.length >= width && row.some((cell) => cell !== ''));
  return { rows, footers };
}

function kindText(kind: StatedKind): string[] {
  if (kind !== 'bank') return [];
  return [
    "The columns look like a bank's account statement: a date, an amount and a reference, and no order or trade number. " +
      "If it is the provider's, change kind to statement.",
  ];
}

/** In which encoding a file was read that is no UTF-8, with its names of columns in others that its bytes may be in. */
function encodingText({ found, at }: StatementHeader): string[] {
  const { encoding } = found.format;
  if (encoding === undefined) return [];
  const header = found.rows[at] ?? [];
  const others = (found.others ?? []).flatMap((other) => {
    const names = (other.rows[at] ?? []).filter((name, index) => name !== header[index]);
    return names.length === 0 ? [] : [{ encoding: other.encoding, names: names.map(plain).join(', ') }];
  });
  if (others.length === 0)
    return [`The file was read as ${encoding}. If the names of the columns are garbled, change encoding.`];
  const special = header.filter((name) => /[^\u0020-\u007e]/.test(name)).map(plain);
  const wrong = others.map((other) => `As ${other.encoding} they would be ${other.names}.`).join(' ');
  return [
    `The file was read as ${encoding}, with columns such as ${special.join(', ')}. ${wrong} If that is right, change encoding.`,
  ];
}

function sheetsOf(candidates: readonly StatementHeader[]): Pick<StatementProposal, 'sheets'> {
  if (candidates[0]?.found.format.sheet === undefined) return {};
  return {
    sheets: candidates.map(({ found, known }) => ({ name: found.format.sheet!, knownColumns: known })),
  };
}

function sheetText(candidates: readonly StatementHeader[], best: StatementHeader): string[] {
  const { sheets = [] } = sheetsOf(candidates);
  if (sheets.length < 2) return [];
  const names = sheets.map(({ name, knownColumns }) => `${plain(name)} (${knownColumns})`).join(', ');
  const { sheet } = best.found.format;
  const chosen =
    best.known === 0
      ? `No sheet has columns with known names: the first, ${plain(sheet!)}, was taken.`
      : `${plain(sheet!)} looks most like the table.`;
  return [
    `${chosen} The sheets, with their columns of known names: ${names}. If the rows are in another, name it as sheet.`,
  ];
}

/** The first values of a column that can be shown: those of unknown ones, and a document's number, may be of a person. */
function shownValues(means: string | null, values: readonly string[]): readonly string[] {
  if (means === null || (means === 'row_id' && values.some(mayBePersonNumber))) return [];
  return values.slice(0, MOST_SAMPLES);
}

/** The columns of a table: those whose meaning is known, and one that is to be ignored. */
function columnsOf(columns: Columns, ignored: string | undefined): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(({ column, means }) => {
      const name = column === ignored ? IGNORE : means;
      return name === null ? [] : [[column, name]];
    }),
  );
}

type Columns = StatementProposal['columns'];

/** Whether a file cannot be read because of a column that is missing, which is said anyway. */
function isOfMissing({ code }: Fault, { missing }: ReturnType<typeof proposeColumns>): boolean {
  return code === 'SOURCE_STATEMENT' && missing.length > 0;
}

/** A value as it can be shown: a time of a workbook is a number of days, and a bank's text may name people. */
function sampleText(text: string, kind: StatedKind, means: string, daysFrom: DayCount | undefined): string {
  if (kind === 'bank' && means === 'reference') return bankReference(text) ?? '';
  const part = PARTS[statedFieldKind(statedPath(kind, means)!) ?? ''];
  if (daysFrom === undefined || part === undefined || part === 'amounts') return text;
  return serialTime(text, daysFrom) ?? text;
}

const PARTS: Readonly<Record<string, keyof StatedTexts>> = {
  'stated-amount': 'amounts',
  'stated-time': 'times',
  date: 'dates',
};

function textsOf(
  kind: StatedKind,
  columns: Columns,
  valuesOf: (column: string) => readonly string[],
): StatedTexts {
  const texts: Record<keyof StatedTexts, string[]> = { amounts: [], times: [], dates: [] };
  for (const { column, means } of columns) {
    const part = means === null ? undefined : PARTS[statedFieldKind(statedPath(kind, means)!) ?? ''];
    if (part !== undefined) texts[part].push(...valuesOf(column));
  }
  return texts;
}

function openOf(
  { others, missing }: ReturnType<typeof proposeColumns>,
  columns: Columns,
  valuesOf: (column: string) => readonly string[],
): string[] {
  const open = missing.map(({ meaning, path }) =>
    others.length === 0
      ? `The file has no column for ${meaning}, without which no row is read: export it again with that column.`
      : `No column looks like ${meaning}: give one the name ${path}.`,
  );
  if (others.length > 0) open.push(`Give each of these a name, or ignore: ${namesText(others)}.`);
  const has = (name: string) => columns.some(({ means }) => means === name);
  if (!has('currency')) open.push('No column has the currency: add values: { currency: … }.');
  if (has('completed_at'))
    open.push(
      'Times without an offset are read in the zone of the region, unless you add zone. A dry run compares them with callbacks.',
    );
  if (has('gross') || has('amount')) open.push('Amounts are major units, unless you add unit: minor.');
  open.push(...wordsText(columns, valuesOf));
  return open;
}

/** The words of types and statuses with what they commonly mean, to be checked. */
function wordsText(columns: Columns, valuesOf: (column: string) => readonly string[]): string[] {
  const open: string[] = [];
  const words: Record<string, Record<string, string>> = {};
  for (const { column, means } of columns) {
    if (means !== 'type' && means !== 'status') continue;
    const texts = [...new Set(valuesOf(column))];
    if (texts.length <= MOST_WORDS) words[means] = proposeWords(means, texts.filter(isWord));
    else
      open.push(
        `The column ${plain(column)} has ${texts.length} different texts: another may be the ${means}.`,
      );
  }
  if (Object.keys(words).length === 0) return open;
  open.push(`Add words: ${flow(words)}, if that is what they mean.`);
  for (const [field, ours] of Object.entries(ROW_WORDS)) {
    const isOpen = Object.values(words[field] ?? {}).includes(OPEN_WORD);
    if (isOpen) open.push(`Write one of ${ours.join(', ')} for ${OPEN_WORD} of ${field}.`);
  }
  return open;
}

/** The names of unknown columns, as far as people read them. */
function namesText(names: readonly string[]): string {
  const more = names.length - MOST_UNKNOWN;
  const listed = names.slice(0, MOST_UNKNOWN).map(shown).join(', ');
  return more > 0 ? `${listed}, and ${grouped(more)} more` : listed;
}

/** A cell as it is shown: whole, or its beginning. */
function shown(cell: string): string {
  const characters = [...cell];
  return plain(characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN).join('')}…` : cell);
}

/** The proposal for a person: what to paste, what it was read from, and what is left to decide. */
export function proposalText({ file, map, columns, open }: StatementProposal): string {
  const unknown = columns.filter(({ means }) => means === null);
  const hidden = new Set(unknown.slice(MOST_UNKNOWN));
  const rows = columns
    .filter((column) => !hidden.has(column))
    .map(({ column, means, samples }) => [
      `  ${shown(column)}`,
      means ?? 'nothing known',
      samples.map(shown).join('; ') || '-',
    ]);
  return [
    `Proposed for ${plain(file)} by the names of its columns. Nothing was written or stored.`,
    '',
    stringify({ map }, { lineWidth: 0 }).trimEnd(),
    textTable(['  Column', 'May be', 'First values'], rows, []),
    ...(hidden.size === 0 ? [] : [`  and ${grouped(hidden.size)} more, of which nothing is known`]),
    '',
    'To decide:',
    ...open.map((text) => `  ${text}`),
    '',
    `Then: payin-recon ingest --dry-run ${quoted(file)}`,
  ].join('\n');
}
