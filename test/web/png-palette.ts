import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const MOST_COLOURS = 256;

/**
 * The same picture with at most 256 colours, which takes about a third of the bytes. Rare colours become the nearest of
 * the others.
 * @param png a PNG of Chromium: 8 bits, RGB or RGBA, not interlaced
 */
export function withPalette(png: Buffer): Buffer {
  const { width, height, channels, data } = parse(png);
  const pixels = unfiltered(data, width * channels, height, channels);
  const { colours, indexOf } = paletteOf(pixels, channels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    const row = Math.floor(at / width);
    rows[row * (width + 1) + 1 + (at % width)] = indexOf.get(colourAt(pixels, at * channels))!;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, a palette.
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function parse(png: Buffer) {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const header = SIGNATURE.length + 8;
  const channels = png[header + 9] === 6 ? 4 : 3;
  const data = inflateSync(Buffer.concat(parts));
  return { width: png.readUInt32BE(header), height: png.readUInt32BE(header + 4), channels, data };
}

/** The bytes of all rows, of which each was stored as the difference to its neighbours. */
function unfiltered(data: Buffer, bytes: number, height: number, step: number): Buffer {
  const out = Buffer.alloc(bytes * height);
  for (let row = 0; row < height; row += 1) {
    const filter = data[row * (bytes + 1)]!;
    for (let column = 0; column < bytes; column += 1) {
      const at = row * bytes + column;
      const left = column < step ? 0 : out[at - step]!;
      const above = row === 0 ? 0 : out[at - bytes]!;
      const corner = row === 0 || column < step ? 0 : out[at - bytes - step]!;
      out[at] = data[row * (bytes + 1) + 1 + column]! + predicted(filter, left, above, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter < 3) return [0, left, above][filter]!;
  if (filter === 3) return (left + above) >> 1;
  const guess = left + above - corner;
  const distances = [left, above, corner].map((value) => Math.abs(guess - value));
  return [left, above, corner][distances.indexOf(Math.min(...distances))]!;
}

function colourAt(pixels: Buffer, at: number): number {
  return (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
}

function paletteOf(pixels: Buffer, channels: number) {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = colourAt(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  const colours = sorted.slice(0, MOST_COLOURS);
  const indexOf = new Map(colours.map((colour, index) => [colour, index]));
  for (const colour of sorted.slice(MOST_COLOURS)) {
    const distances = colours.map((one) => distance(one, colour));
    indexOf.set(colour, distances.indexOf(Math.min(...distances)));
  }
  return { colours, indexOf };
}

function distance(one: number, other: number): number {
  const part = (colour: number, shift: number) => (colour >> shift) & 255;
  return [16, 8, 0].reduce((sum, shift) => sum + (part(one, shift) - part(other, shift)) ** 2, 0);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
