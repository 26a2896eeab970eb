import type { SourceSettings } from '../../settings/sources.ts';
import { quoted, selectOf } from './query-text.ts';
import type { DatabaseRows, SourceDatabase } from './source-database.ts';
import { type WatermarkRange, watermarkField } from './watermark.ts';

const FIRST_ROWS = 16;
const MOST_ROWS = 5000;
/** The size of a block of rows, so that memory is constant however long the rows are. */
const BLOCK_CHARACTERS = 2_097_152;

export interface QueryRow {
  readonly cells: readonly (string | null)[];
  /** Whether the next reading will read it again. */
  readonly comesAgain: boolean;
}

/** The rows of a range of watermarks, through a cursor, in blocks. Throws SOURCE_UNREACHABLE, SOURCE_QUERY. */
export async function* queryRows(
  database: SourceDatabase,
  source: SourceSettings,
  fields: DatabaseRows['fields'],
  { begin, type, nextBegin }: WatermarkRange,
  most?: number,
): AsyncGenerator<QueryRow[]> {
  const column = quoted(watermarkField(source, fields).name);
  const where = begin === undefined ? '' : `where ${column} >= $3::${type}`;
  const statement = `
    declare rows_of_source no scroll cursor for
    select rows_of_source.*, ${column} >= $1::${type} as comes_again
    from ${selectOf(source)}
    ${where}
    order by ${column}
    limit $2::bigint`;
  const values = [nextBegin ?? null, most ?? null, ...(begin === undefined ? [] : [begin])];
  await database.ask(statement, values);
  let wanted = FIRST_ROWS;
  for (;;) {
    const { rows } = await database.ask(`fetch ${wanted} from rows_of_source`);
    if (rows.length > 0)
      yield rows.map((row) => ({ cells: row.slice(0, -1), comesAgain: row.at(-1) === 't' }));
    if (rows.length < wanted) return;
    // Long rows may follow short ones.
    wanted = Math.min(2 * wanted, rowsFor(rows));
  }
}

function rowsFor(rows: DatabaseRows['rows']): number {
  let characters = 0;
  for (const row of rows) for (const cell of row) characters += cell?.length ?? 0;
  const average = Math.max(1, characters / rows.length);
  return Math.min(MOST_ROWS, Math.max(1, Math.floor(BLOCK_CHARACTERS / average)));
}
