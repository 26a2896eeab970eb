/** XML made to use up memory or time: what the parser keeps for each open tag and each attribute is limited. */
import { describe, expect, it } from 'vitest';
import { readXml, XmlError } from '../../../src/ingest/workbook/read-xml.ts';

async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

async function* endless(text: string): AsyncGenerator<string> {
  for (;;) yield text;
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
  it('is read with 64 tags in each other, and as many beside each other as there are', async () => {
    const deep = '<a>'.repeat(63) + '<b/><b/>'.repeat(1000) + '</a>'.repeat(63);
    expect(await read(chunksOf(deep))).toMatchObject({ open: 2063, close: 2063 });
  });

  it.each([
    ['open tags', '<a>'.repeat(10_000)],
    ['tags that are closed at once', `${'<a>'.repeat(64)}<b/>`],
  ])('is refused with more than 64 tags in each other: %s', async (_about, text) => {
    const reading = read(chunksOf(text));
    await expect(reading).rejects.toThrow(XmlError);
    await expect(reading).rejects.toThrow('more than 64 tags in each other');
  });

  it('is refused before its end is read', async () => {
    await expect(read(endless('<a>'.repeat(1000)))).rejects.toThrow(XmlError);
    await expect(read(endless(`<a ${attributes(1000)} `))).rejects.toThrow(XmlError);
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
