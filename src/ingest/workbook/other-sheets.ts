import { Fault } from '../../errors.ts';
import type { OtherSheets } from '../staging/remarkable-rows.ts';
import { XmlError } from './read-xml.ts';
import { type CellParts, sheetRows } from './sheet-rows.ts';
import { type Sheet, visibleSheets } from './sheets.ts';
import type { ZipParts } from './zip-parts.ts';

const MOST_NAMED = 5;
/** So many characters of a sheet are searched for a row. */
const MOST_SEARCHED = 65_536;

/** The sheets beside the one that is read, but for those that are hidden or have no rows; undefined without any. */
export async function otherSheets(
  parts: ZipParts,
  read: Sheet,
  cells: CellParts,
): Promise<OtherSheets | undefined> {
  const names: string[] = [];
  for (const { name, part } of await visibleSheets(parts)) {
    if (part !== read.part && (await mayHaveRows(parts.text(part), cells))) names.push(name);
  }
  return names.length === 0 ? undefined : { sheets: names.length, names: names.slice(0, MOST_NAMED) };
}

/** False for a sheet without rows. A sheet that is broken, or begins with many empty cells, may have some. */
async function mayHaveRows(chunks: AsyncIterable<string>, cells: CellParts): Promise<boolean> {
  try {
    for await (const _rows of sheetRows(beginningOf(chunks), cells)) return true;
    return false;
  } catch (error) {
    // XML that is cut off is none.
    if (error instanceof XmlError || error instanceof Fault) return true;
    throw error;
  }
}

async function* beginningOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let searched = 0;
  for await (const chunk of chunks) {
    yield chunk;
    searched += chunk.length;
    if (searched >= MOST_SEARCHED) return;
  }
}
