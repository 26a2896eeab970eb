import type { Settings } from '../../settings/schema.ts';
import { csvFormat } from '../csv/csv-format.ts';
import { isOfx } from '../ofx/ofx-head.ts';
import type { SourceContent } from './open-source.ts';
import { formatByName, isZip } from './source-format.ts';

const LINE_FEED = 10;

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
    let left = formatByName(name) === 'lines' ? lines : lines + csvFormat(settings, name).headerRow;
    let isWhole: boolean | undefined;
    for await (const chunk of content.chunks) {
      isWhole ??= isZip(chunk) || isOfx(chunk);
      if (isWhole) {
        yield chunk;
        continue;
      }
      const end = endOfLines(chunk, left);
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

/** Index after the given number of lines in a chunk, and how many of them the chunk has. */
function endOfLines(chunk: Uint8Array, most: number): { readonly index: number; readonly lines: number } {
  let index = 0;
  let lines = 0;
  while (lines < most) {
    const found = chunk.indexOf(LINE_FEED, index);
    if (found === -1) break;
    index = found + 1;
    lines += 1;
  }
  return { index, lines };
}
