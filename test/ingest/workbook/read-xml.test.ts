/** XML made to use up memory or time: what the parser keeps for each open tag and each attribute is limited. */
import { describe, expect, it } from 'vitest';
import { readXml, XmlError } from '../../../src/ingest/workbook/read-xml.ts';

async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

/** Two thousand blocks: without an end, a reader that refuses none of them would never return. */
function manyBlocks(start: string, text: string) {
  const taken = { blocks: 0 };
  async function* blocks(): AsyncGenerator<string> {
    yield start;
    for (; taken.blocks < 2000; taken.blocks += 1) yield text;
  }
  return { taken, blocks: blocks() };
}

const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');

async function read(chunks: AsyncIterable<string>): Promise<Record<string, number>> {
  const seen = { open: 0, close: 0, attributes: 0 };
  await readXml(chunks, {
    open: (_name, found) => {
      seen.open += 1;
      seen.attributes += Object.keys(found).length;
    },
    close: () => {
      seen.close += 1;
    },
  });
  return seen;
}

describe('XML', () => {
  it('is read with tags nested 64 deep, and with any number beside each other', async () => {
    const deep = '<a>'.repeat(63) + '<b/><b/>'.repeat(1000) + '</a>'.repeat(63);
    expect(await read(chunksOf(deep))).toMatchObject({ open: 2063, close: 2063 });
  });

  it.each([
    ['open tags', '<a>'.repeat(10_000)],
    ['tags that are closed at once', `${'<a>'.repeat(64)}<b/>`],
  ])('is refused with tags nested more than 64 deep: %s', async (_about, text) => {
    const reading = read(chunksOf(text));
    await expect(reading).rejects.toThrow(XmlError);
    await expect(reading).rejects.toThrow('tags nested more than 64 deep');
  });

  it.each([
    ['tags nested more than 64 deep', '', '<a>'.repeat(1000)],
    ['more than 256 attributes of a tag', '<a ', `${attributes(1000)} `],
  ])('is refused before its end is read: %s', async (message, start, text) => {
    const { taken, blocks } = manyBlocks(start, text);
    const reading = read(blocks);
    await expect(reading).rejects.toThrow(XmlError);
    await expect(reading).rejects.toThrow(message);
    expect(taken.blocks).toBeLessThan(2);
  });

  it('is read with 256 attributes of a tag, of each tag for itself', async () => {
    const tag = `<a ${attributes(256)}/>`;
    expect(await read(chunksOf(`<r>${tag.repeat(3)}</r>`))).toEqual({ open: 4, close: 4, attributes: 768 });
  });

  it('is refused with more than 256 attributes of a tag', async () => {
    const reading = read(chunksOf(`<r><a ${attributes(257)}/></r>`));
    await expect(reading).rejects.toThrow(XmlError);
    await expect(reading).rejects.toThrow('more than 256 attributes of a tag');
  });
});
