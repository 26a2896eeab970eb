import { statedFieldKind } from '../../contract/statement-fields.ts';
import type { Settings, TableMap } from '../../settings/schema.ts';
import { sha256Of } from '../../sha256.ts';
import type { CellTarget } from '../cells/cell-reader.ts';
import { findTable } from '../csv/column-plan.ts';

/**
 * For each value of a row of a statement or a bank, SHA-256 over the settings that decide which text is kept of it, by its path in
 * a record. The unit and the words of a type or status are none of them: they are applied to what is kept.
 * @param settings as sourceSettings returns them
 * @param read the columns that are read, and how the values of each are written, see textForm
 */
export function textSettings(
  settings: Settings,
  file: string,
  read: ReadonlyArray<CellTarget & { readonly form: string }>,
  values: ReadonlyArray<readonly [path: readonly string[], text: string]>,
): Readonly<Record<string, string>> {
  const table = findTable(settings, file)?.table;
  const others = new Map(values.map(([path, text]) => [path.join('.'), text]));
  const paths = [...read.map(({ path }) => path.join('.')), ...others.keys()];
  const digests = [...new Set(paths)].sort().map((path) => {
    const column = read.find((one) => one.path.join('.') === path);
    const parts = { value: others.get(path), ...(column && formOfCell(settings, table, column)) };
    return [path, sha256Of(JSON.stringify(parts))];
  });
  return Object.fromEntries(digests);
}

/** What the settings say of the cells of a column, as far as cells of this type depend on it; see CellReader. */
function formOfCell(
  settings: Settings,
  table: TableMap | undefined,
  { path, form }: CellTarget & { readonly form: string },
): object {
  const { decimal = '.', group, digits, times, zone, words } = table ?? {};
  const isText = form === 'text';
  const ofTexts = isText && digits === 'arabic' ? { digits } : {};
  switch (statedFieldKind(path)) {
    case 'stated-amount':
      return isText ? { decimal, group, ...ofTexts } : {};
    case 'stated-time':
      return isText ? { times, ...ofTexts } : {};
    case 'date': {
      const zones = zone ?? settings.regions.map((one) => [one.currencies, one.methods, one.zone]);
      return form === 'timestamptz' ? { zones } : isText ? { times, ...ofTexts } : {};
    }
    case 'word':
      return {};
    default:
      return { words: wordsOf(words, path), ...ofTexts };
  }
}

/** The words that are put in the place of others, in any order. */
function wordsOf(words: TableMap['words'], path: readonly string[]): unknown {
  const names = [path.at(-1)!, path.join('.')].map((name) => name.toLowerCase());
  const found = Object.entries(words ?? {}).find(([name]) => names.includes(name.toLowerCase()));
  return found && Object.entries(found[1]).sort(([a], [b]) => (a < b ? -1 : 1));
}
