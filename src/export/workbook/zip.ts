import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { Fault } from '../../errors.ts';

const deflate = promisify(deflateRaw);

export interface ZipEntry {
  readonly name: string;
  readonly blocks: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Sizes and names come after the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATED = 8;
/** 1980-01-01, the format's first day: the same content has the same bytes whenever it is written. */
const DATE = 0x0021;
/** Ends a stream of deflated blocks. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const LARGEST = 0xffff_ffff;

/**
 * A ZIP archive, entry by entry, in the memory of one block. Says the same whenever it is made.
 * @throws Fault WORKBOOK_LIMIT beyond 4 GiB, which the format without extensions does not address
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, blocks } of entries) {
    const entry = { name: Buffer.from(name, 'utf8'), crc: 0, packed: 0, size: 0, offset };
    yield localHeader(entry.name);
    for await (const block of blocks) {
      const plain = Buffer.from(block, 'utf8');
      // Each block is packed by itself and ends on a whole byte, so that they can follow one another.
      const packed = await deflate(plain, { finishFlush: constants.Z_SYNC_FLUSH });
      entry.crc = crc32(plain, entry.crc);
      entry.size += plain.length;
      entry.packed += packed.length;
      yield packed;
    }
    entry.packed += LAST_BLOCK.length;
    yield Buffer.concat([LAST_BLOCK, sizes(0x08074b50, entry)]);
    offset += 30 + entry.name.length + entry.packed + 16;
    if (Math.max(entry.size, offset) > LARGEST) {
      throw new Fault('WORKBOOK_LIMIT', { found: `more than 4 GiB by ${name}` });
    }
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield Buffer.concat([directory, endOfDirectory(written.length, directory.length, offset)]);
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function sizes(signature: number, { crc, packed, size }: Written): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(signature, 0);
  descriptor.writeUInt32LE(crc, 4);
  // Past the limit the whole archive is refused.
  descriptor.writeUInt32LE(Math.min(packed, LARGEST), 8);
  descriptor.writeUInt32LE(Math.min(size, LARGEST), 12);
  return descriptor;
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
