import { readXml } from './read-xml.ts';
import type { ZipParts } from './zip-parts.ts';

/**
 * How many digits the styles of cells show at least, by the number of the style: with the format 0000000000 the number
 * 12345678 is shown as 0012345678, which is then the identifier.
 */
export async function readZeroPadding(
  parts: ZipParts,
  part: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const padding = new Map<string, number>();
  if (part === undefined || !parts.has(part)) return padding;
  const formats = new Map<string, number>();
  let isCells = false;
  let style = 0;
  await readXml(parts.text(part), {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt' && /^0{2,}$/.test(formatCode)) formats.set(numFmtId, formatCode.length);
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells) return;
      const digits = formats.get(numFmtId);
      if (digits !== undefined) padding.set(String(style), digits);
      style += 1;
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return padding;
}
