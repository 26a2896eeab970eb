import { isStated, statedFieldKind } from '../../contract/statement-fields.ts';
import type { Settings, TableMap } from '../../settings/schema.ts';
import { sha256Of } from '../../sha256.ts';
import type { CellTarget } from '../cells/cell-reader.ts';
import { findTable } from '../csv/column-plan.ts';
import { textForm } from './column-texts.ts';
import type { QueryColumns } from './query-columns.ts';

/**
 * SHA-256 over all that decides, beside the query itself, which values the rows of a statement or a bank have: columns and their types,
 * and settings as far as texts depend on them. The unit and the words of a type or status are none of them: they are applied to what is
 * kept. Undefined for other kinds, of which a record is known by its order.
 * @param settings as sourceSettings returns them
 * @param file as sourceFile names the source
 */
export function textsDigest(
  settings: Settings,
  file: string,
  { fields, plan }: QueryColumns,
): string | undefined {
  if (!isStated(plan.kind)) return undefined;
  const table = findTable(settings, file)?.table;
  const columns = [...plan.containers, ...plan.fields].map((column) => {
    const form = textForm(fields[column.index]!.typeOid);
    return [column.path, column.name, form, formOfCell(settings, table, column, form)] as const;
  });
  const byPath = (one: readonly [path: readonly string[], ...others: unknown[]]) => one[0].join('.');
  const parts = [columns, plan.values].map((list) =>
    [...list].sort((a, b) => (byPath(a) < byPath(b) ? -1 : 1)),
  );
  return sha256Of(JSON.stringify(parts));
}

/** What the settings say of the cells of a column, as far as cells of this type depend on it; see CellReader. */
function formOfCell(
  settings: Settings,
  table: TableMap | undefined,
  { path }: CellTarget,
  form: string,
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
