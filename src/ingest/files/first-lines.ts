import type { Settings } from '../../settings/schema.ts';
import { csvFormat } from '../csv/csv-format.ts';
import { isOfx } from '../ofx/ofx-head.ts';
import type { SourceContent } from './open-source.ts';
import { formatByName, isZip } from './source-format.ts';

const LINE_FEED = 10;
/** The bytes of a line feed; one byte in encodings that are not listed. */
const LINE_FEEDS: Readonly<Record<string, readonly number[]>> = {
  'utf-16le': [LINE_FEED, 0],
  'utf-16be': [0, LINE_FEED],
};

/**
 * The first lines of a source, after the header where there may be one; of a workbook, its first rows, and of OFX all of it. If it is cut, it counts as being
 * written to, so that a record that continues after the cut is ignored.
 */
export function firstLines(
  content: SourceContent,
  name: string,
  lines: number,
  settings: Settings,
): SourceContent {
  let isCut = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const isOfLines = formatByName(name) === 'lines';
    const { encoding, headerRow } = csvFormat(settings, name);
    const lineFeed = (isOfLines ? undefined : LINE_FEEDS[new TextDecoder(encoding).encoding]) ?? [LINE_FEED];
    let left = isOfLines ? lines : lines + headerRow;
    let isWhole: boolean | undefined;
    for await (const chunk of wholeCharacters(content.chunks, lineFeed.length)) {
      isWhole ??= isZip(chunk) || isOfx(chunk);
      if (isWhole) {
        yield chunk;
        continue;
      }
      const end = endOfLines(chunk, left, lineFeed);
      left -= end.lines;
      if (left > 0) {
        yield chunk;
        continue;
      }
      isCut = true;
      yield chunk.subarray(0, end.index);
      return;
    }
  }
  return { ...content, firstRows: lines, chunks: chunks(), grew: () => isCut || content.grew() };
}

/** The same bytes in chunks that do not end within a character of this width. */
async function* wholeCharacters(
  chunks: AsyncIterable<Uint8Array>,
  width: number,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = joined.length - (joined.length % width);
    // A copy, as whoever reads a chunk may free it.
    rest = Uint8Array.from(joined.subarray(end));
    if (end > 0) yield joined.subarray(0, end);
  }
  if (rest.length > 0) yield rest;
}

/** Index after the given number of lines in a chunk, and how many of them the chunk has. */
function endOfLines(
  chunk: Uint8Array,
  most: number,
  lineFeed: readonly number[],
): { readonly index: number; readonly lines: number } {
  let index = 0;
  let lines = 0;
  while (lines < most) {
    const end = endOfLine(chunk, index, lineFeed);
    if (end === -1) break;
    index = end;
    lines += 1;
  }
  return { index, lines };
}

/** Index after the next line feed; -1 if there is none. Its bytes may also be in other characters, or in parts of two. */
function endOfLine(chunk: Uint8Array, from: number, lineFeed: readonly number[]): number {
  const width = lineFeed.length;
  for (let at = chunk.indexOf(LINE_FEED, from); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) {
    const start = at - (at % width);
    if (lineFeed.every((byte, index) => chunk[start + index] === byte)) return start + width;
  }
  return -1;
}
