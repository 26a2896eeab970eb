import { isWrittenAsPersonNumber, resemblesPersonNumber } from '../../normalise/bank-reference.ts';
import { plain } from '../../terminal-text.ts';

/** The column that is called like a row_id, and why its values are none; undefined if they may be. */
export function unfitRowId(
  columns: ReadonlyMap<string, string>,
  valuesOf: (column: string) => readonly string[],
): { readonly column: string; readonly why: string } | undefined {
  const [column] = [...columns].find(([, means]) => means === 'row_id') ?? [];
  if (column === undefined) return undefined;
  const values = valuesOf(column);
  const named = `The column ${plain(column)} is to be ignored:`;
  if (isCount(values))
    return {
      column,
      why: `${named} it counts the rows of the file, and as row_id would let each file replace the one before.`,
    };
  // By chance, few of other numbers look like those of persons.
  const like = values.filter(resemblesPersonNumber).length;
  if (values.some(isWrittenAsPersonNumber) || (like > 0 && like * 2 >= values.length))
    return { column, why: `${named} it may have numbers of persons (CPF, CNPJ, national numbers).` };
  return undefined;
}

/** Whether values are the numbers of rows, from 0 or 1 on. */
function isCount(values: readonly string[]): boolean {
  const first = Number(values[0]);
  return first <= 1 && values.every((text, at) => /^\d{1,9}$/.test(text) && Number(text) === first + at);
}
