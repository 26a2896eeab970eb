import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Produce, spooled } from '../../../src/books/download/spool.ts';
import { openFiles } from '../../support/open-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function allOf(blocks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const block of blocks) text += block.toString('latin1');
  return text;
}

describe('a spool', () => {
  it('gives what was produced, texts as UTF-8, large blocks in parts', async () => {
    const folder = temporaryFolder();
    const large = 'x'.repeat(3_000_000);
    const produce: Produce = async (write) => {
      await write('é;');
      await write(Buffer.from(large));
      await write('');
      await write('end');
    };
    expect(await allOf(spooled(produce, { folder }))).toBe(`\u00c3\u00a9;${large}end`);
    expect(openFiles(folder)).toEqual([]);
  });

  it('gives its first block before the last one is produced, and lets a producer end before anybody reads', async () => {
    const folder = temporaryFolder();
    const going = Promise.withResolvers<void>();
    const blocks = spooled(
      async (write) => {
        await write('first');
        await going.promise;
        for (let count = 0; count < 100; count += 1) await write('more');
      },
      { folder },
    );
    expect((await blocks.next()).value?.toString()).toBe('first');
    expect(readdirSync(folder)).toEqual([]);
    going.resolve();
    expect(await allOf(blocks)).toBe('more'.repeat(100));
  });

  it('lets the producer reuse a block', async () => {
    const block = Buffer.alloc(4);
    const produce: Produce = async (write) => {
      for (const letter of 'abc') await write(block.fill(letter));
    };
    expect(await allOf(spooled(produce, { folder: temporaryFolder() }))).toBe('aaaabbbbcccc');
  });

  it('throws what the producer throws, after what it gave', async () => {
    const folder = temporaryFolder();
    const blocks = spooled(
      async (write) => {
        await write('first');
        throw new Error('the rest is lost');
      },
      { folder },
    );
    expect((await blocks.next()).value?.toString()).toBe('first');
    await expect(blocks.next()).rejects.toThrow('the rest is lost');
    expect(openFiles(folder)).toEqual([]);
  });

  it.each(['return', 'abort', 'abort, and nobody reads on'])(
    'ends the producer and closes its file: %s',
    async (how) => {
      const folder = temporaryFolder();
      const stop = new AbortController();
      const ended = Promise.withResolvers<unknown>();
      const blocks = spooled(
        async (write) => {
          try {
            for (;;) await write('more');
          } catch (error) {
            ended.resolve(error);
            throw error;
          }
        },
        { folder, signal: stop.signal },
      );
      await blocks.next();
      if (how === 'return') await blocks.return(undefined);
      else stop.abort(new Error('gone'));
      await ended.promise;
      if (how === 'abort') await expect(allOf(blocks)).rejects.toThrow('gone');
      await expect.poll(() => openFiles(folder), { timeout: 600_000 }).toEqual([]);
    },
  );

  it('says which folder cannot be written', async () => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, '');
    await expect(allOf(spooled(async () => undefined, { folder: path }))).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
      detail: { where: path },
    });
  });
});
