import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { openSource } from '../../../src/ingest/files/open-source.ts';
import { unpackGzip } from '../../../src/ingest/files/unpack-gzip.ts';
import { SILENT } from '../../../src/progress.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { counts, lines, read, rowCounts, write } from '../reading.ts';

const FIRST = lines(payInLine(), callbackLine());
const SECOND = lines(callbackLine({ orderNo: 'ORDER00002' }));
const CHUNK_BYTES = 262_144;

const PACKERS = [
  ['gz', (text: string) => gzipSync(text)],
  ['zst', (text: string) => zstdCompressSync(text)],
] as const;

/** Unpacks a file to its end; a fault's code if that fails. */
async function unpack(path: string, maxBytes = 1e9): Promise<string> {
  const parts: Uint8Array[] = [];
  try {
    for await (const chunk of openSource(path, maxBytes).chunks) parts.push(Uint8Array.from(chunk));
  } catch (error) {
    return (error as { code: string }).code;
  }
  return Buffer.concat(parts).toString();
}

/** A zstd frame that decompressors pass over, as parallel packers write them. */
function skippableFrame(content: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x184d2a53, 0);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, Buffer.from(content)]);
}

describe.each(PACKERS)('a .%s file', (extension, pack) => {
  it('gives what was packed', async () => {
    expect(await unpack(write(temporaryFolder(), `a.log.${extension}`, pack(FIRST)))).toBe(FIRST);
  });

  it('is known by its first bytes, whatever it is called', async () => {
    expect(await unpack(write(temporaryFolder(), 'a.log', pack(FIRST)))).toBe(FIRST);
    const other = extension === 'gz' ? 'zst' : 'gz';
    expect(await unpack(write(temporaryFolder(), `a.log.${other}`, pack(FIRST)))).toBe(FIRST);
  });

  it('that is not packed at all is SOURCE_BROKEN', async () => {
    const plain = write(temporaryFolder(), `a.log.${extension}`, FIRST);
    expect(await unpack(plain)).toBe('SOURCE_BROKEN');
    await expect(openSource(plain, 1e9).chunks[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      detail: {
        found: 'plain text, which is not packed',
        remedy: expect.stringContaining(`rename it so that its name does not end with .${extension}.`),
      },
    });
  });

  it('may be several packed files, one after another', async () => {
    const content = Buffer.concat([pack(FIRST), pack(''), pack(SECOND)]);
    expect(await unpack(write(temporaryFolder(), `a.log.${extension}`, content))).toBe(FIRST + SECOND);
  });

  it('of many chunks of reading gives what was packed', async () => {
    const { packed, text } = packedTo(5 * CHUNK_BYTES, extension);
    expect((await unpack(write(temporaryFolder(), `a.log.${extension}`, packed))) === text).toBe(true);
  });

  it('of which one ends where a chunk of reading ends gives both', async () => {
    for (const around of [-1, 0, 1]) {
      const first = packedTo(CHUNK_BYTES + around, extension);
      const content = Buffer.concat([first.packed, pack(SECOND)]);
      const path = write(temporaryFolder(), `a.log.${extension}`, content);
      expect((await unpack(path)) === first.text + SECOND, `${around} bytes around the chunk`).toBe(true);
    }
  });

  it('cut anywhere is SOURCE_BROKEN', async () => {
    const folder = temporaryFolder();
    const whole = pack(FIRST);
    for (let length = 1; length < whole.length; length += 1) {
      const path = write(folder, `a.log.${extension}`, whole.subarray(0, length));
      expect(await unpack(path), `cut to ${length} of ${whole.length} bytes`).toBe('SOURCE_BROKEN');
    }
  });

  it('cut anywhere in its second part is SOURCE_BROKEN', async () => {
    const folder = temporaryFolder();
    const first = pack(FIRST);
    const whole = Buffer.concat([first, pack(SECOND)]);
    for (let length = first.length + 1; length < whole.length; length += 1) {
      const path = write(folder, `a.log.${extension}`, whole.subarray(0, length));
      expect(await unpack(path), `cut to ${length} of ${whole.length} bytes`).toBe('SOURCE_BROKEN');
    }
  });

  it('with garbage behind it is SOURCE_BROKEN', async () => {
    const path = write(
      temporaryFolder(),
      `a.log.${extension}`,
      Buffer.concat([pack(FIRST), Buffer.from('xyz')]),
    );
    expect(await unpack(path)).toBe('SOURCE_BROKEN');
  });

  it('that unpacks to more than ingest.maxFileBytes is SOURCE_BROKEN before it fills anything', async () => {
    const path = write(temporaryFolder(), `a.log.${extension}`, pack(' '.repeat(10_000_000)));
    expect(await unpack(path, 1_000_000)).toBe('SOURCE_BROKEN');
    expect((await unpack(path, 10_000_000)).length).toBe(10_000_000);
  });
});

describe('damage', () => {
  it('of any byte of a .gz file never changes a record silently', async () => {
    const folder = temporaryFolder();
    const whole = gzipSync(FIRST);
    for (let index = 0; index < whole.length; index += 1) {
      const damaged = Buffer.from(whole);
      damaged[index]! ^= 0x55;
      const unpacked = await unpack(write(folder, 'a.log.gz', damaged));
      expect(['SOURCE_BROKEN', FIRST], `byte ${index}`).toContain(unpacked);
    }
    expect(gunzipSync(whole).toString()).toBe(FIRST);
  });
});

describe('a .gz file', () => {
  const first = gzipSync(FIRST);
  const second = gzipSync(SECOND);

  /** What it unpacks to if it is read in pieces of a size. */
  async function inPieces(bytes: Buffer, size: number): Promise<string> {
    // As of a file: each piece is in the memory of the one before.
    const memory = Buffer.alloc(size);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size)
        yield memory.subarray(0, bytes.copy(memory, 0, at, at + size));
    }
    const parts: Uint8Array[] = [];
    for await (const part of unpackGzip(pieces())) parts.push(Uint8Array.from(part));
    return Buffer.concat(parts).toString();
  }

  it.each([1, 7, 512, CHUNK_BYTES, 3 * CHUNK_BYTES + 1])('may be padded with %i zeros', async (length) => {
    const content = Buffer.concat([first, second, Buffer.alloc(length)]);
    const path = write(temporaryFolder(), 'a.log.gz', content);
    const source = openSource(path, 1e9);
    const parts: Uint8Array[] = [];
    for await (const chunk of source.chunks) parts.push(Uint8Array.from(chunk));
    expect(Buffer.concat(parts).toString()).toBe(FIRST + SECOND);
    expect(source.bytes()).toBe(content.length);
    expect(source.sha256()).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('with anything but zeros behind a zero is SOURCE_BROKEN', async () => {
    const damaged = Buffer.from(second).fill(0, 0, 2);
    for (const behind of [
      damaged,
      Buffer.concat([Buffer.alloc(1), second]),
      Buffer.concat([Buffer.alloc(CHUNK_BYTES), gzipSync('')]),
      Buffer.concat([Buffer.alloc(2 * CHUNK_BYTES), second]),
      Buffer.from('\0x'),
    ]) {
      const path = write(temporaryFolder(), 'a.log.gz', Buffer.concat([first, behind]));
      expect(await unpack(path)).toBe('SOURCE_BROKEN');
    }
    const path = write(temporaryFolder(), 'a.log.gz', Buffer.concat([first, damaged]));
    const drain = async () => {
      for await (const chunk of openSource(path, 1e9).chunks) expect(chunk.length).toBe(FIRST.length);
    };
    await expect(drain()).rejects.toMatchObject({
      detail: { where: path, found: expect.stringContaining(`ends at byte ${first.length}`) },
    });
  });

  it('gives the same however its bytes arrive', async () => {
    const both = Buffer.concat([first, second]);
    const padded = Buffer.concat([both, Buffer.alloc(9)]);
    const damaged = Buffer.concat([first, Buffer.alloc(9), second]);
    for (const size of [1, 2, first.length - 1, first.length, first.length + 1, first.length + 9, 1000]) {
      expect(await inPieces(both, size), `pieces of ${size} bytes`).toBe(FIRST + SECOND);
      expect(await inPieces(padded, size), `pieces of ${size} bytes`).toBe(FIRST + SECOND);
      await expect(inPieces(damaged, size), `pieces of ${size} bytes`).rejects.toThrow('more than zeros');
    }
  });

  it('is closed where reading it ends early', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) yield gzipSync('a line\n'.repeat(100_000));
      } finally {
        isClosed = true;
      }
    }
    for await (const part of unpackGzip(endless())) if (part.length > 0) break;
    await vi.waitFor(() => expect(isClosed).toBe(true));
  });
});

describe('a .zst file', () => {
  it('may have frames that are to be passed over, before, between and after', async () => {
    const content = Buffer.concat([
      skippableFrame('index'),
      zstdCompressSync(FIRST),
      skippableFrame(''),
      zstdCompressSync(SECOND),
      skippableFrame('seek table'),
    ]);
    expect(await unpack(write(temporaryFolder(), 'a.log.zst', content))).toBe(FIRST + SECOND);
  });
});

onEngines('a broken file', (engine) => {
  it.each(PACKERS)(
    '.%s leaves nothing behind, and its whole copy is read afterwards',
    async (extension, pack) => {
      const store = await engine.emptied();
      const folder = temporaryFolder();
      const before = await rowCounts(store);
      const whole = pack(lines(...manyLines(100), 'no record'));
      const path = write(folder, `a.log.${extension}`, whole.subarray(0, whole.length - 5));
      await expect(read(store, [path])).rejects.toMatchObject({
        code: 'SOURCE_BROKEN',
        detail: { where: path },
      });
      expect(await rowCounts(store)).toEqual(before);
      write(folder, `a.log.${extension}`, whole);
      expect((await read(store, [path])).map(counts)).toEqual(['101 = 100 + 0 + 1']);
    },
  );

  it('leaves nothing behind either when much of it has gone to the database before', async () => {
    const store = await engine.emptied();
    const whole = gzipSync(lines(...manyLines(8000)));
    const path = write(temporaryFolder(), 'a.log.gz', whole.subarray(0, whole.length - 8));
    await expect(read(store, [path])).rejects.toMatchObject({ code: 'SOURCE_BROKEN' });
    expect(await rowCounts(store)).toEqual({
      sources: 0,
      rejects: 0,
      pay_ins: 0,
      callbacks: 0,
      violations: 0,
    });
  });

  it('does not keep the others from being read, and all broken ones are named', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const a = write(folder, 'a.log.gz', 'not packed');
    const b = write(folder, 'b.log', FIRST);
    const c = write(folder, 'c.log.zst', 'not packed');
    const seen: string[] = [];
    const reading = read(store, [folder], {
      progress: { ...SILENT, done: (step) => seen.push(step) },
    });
    await expect(reading).rejects.toMatchObject({ code: 'SOURCE_BROKEN', detail: { where: `${a}, ${c}` } });
    expect(seen).toEqual([`${b}: 2 accepted, 0 duplicate, 0 rejected`]);
    expect(await rowCounts(store)).toMatchObject({ sources: 1, pay_ins: 1, callbacks: 1 });
  });

  it('that was made to fill a disk is told with the setting to raise', async () => {
    const store = await engine.emptied();
    const path = write(temporaryFolder(), 'a.log.gz', gzipSync(lines(...manyLines(100))));
    const settings = parseSettings({ ingest: { maxFileBytes: 1024 } });
    await expect(read(store, [path], { settings })).rejects.toMatchObject({
      code: 'SOURCE_BROKEN',
      detail: { remedy: expect.stringContaining('ingest.maxFileBytes') },
    });
  });
});

function manyLines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => callbackLine({ orderNo: `ORDER${10_000 + index}` }));
}

/** Blank lines that come to the given number of bytes when packed, so that an end lies where it is wanted. */
function packedTo(bytes: number, extension: 'gz' | 'zst'): { text: string; packed: Buffer } {
  if (extension === 'zst') {
    const packed = zstdCompressSync(FIRST);
    const filler = skippableFrame(' '.repeat(bytes - packed.length - 8));
    return { text: FIRST, packed: Buffer.concat([filler, packed]) };
  }
  // Stored, not packed: each byte of text is one of the file, but for a head a block.
  let length = bytes - 18;
  for (;;) {
    const text = ' '.repeat(length);
    const packed = gzipSync(text, { level: 0 });
    if (packed.length === bytes) return { text, packed };
    length -= packed.length - bytes;
  }
}
