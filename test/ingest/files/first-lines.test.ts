/** How a source is cut after its first lines, as `source test --rows` and dry runs read it. */
import { expect, it } from 'vitest';
import { firstLines } from '../../../src/ingest/files/first-lines.ts';
import { fileSampler } from '../../../src/ingest/sample/sample-files.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { write } from '../reading.ts';

/** Characters that have the byte of a line feed, on either side and beside a zero. */
const ROWS = ['orderNo;status\r\n', 'A1;\u010aa\u0a00\u0a0a\n', 'A2;a\u010a\u0a61\n', 'A3;c\n', 'A4;d\n'];

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be'] as const;
const CASES = ENCODINGS.flatMap((encoding) => [1, 2, 3, 7, 1000].map((size) => [encoding, size] as const));

it.each(CASES)(
  'a table in %s is cut after a whole line, however its %i-byte blocks end',
  async (encoding, size) => {
    const settings = parseSettings({ map: { calls: { kind: 'callbacks', encoding } } });
    const bytes = encoded(ROWS.join(''), encoding);
    for (const [rows, whole] of [
      [1, 2],
      [3, 4],
      [9, 5],
    ] as const) {
      const content = { chunks: blocks(bytes, size), sha256: () => '', bytes: () => 0, grew: () => false };
      const cut = firstLines(content, 'calls.csv', rows, settings);
      const parts: Uint8Array[] = [];
      for await (const part of cut.chunks) parts.push(part);
      expect(new TextDecoder(encoding).decode(Buffer.concat(parts))).toBe(ROWS.slice(0, whole).join(''));
      expect(cut.grew()).toBe(whole < ROWS.length);
    }
  },
);

it('as many rows of a table in UTF-16 are tried as are asked for', async () => {
  const settings = parseSettings({
    map: {
      calls: { kind: 'callbacks', encoding: 'utf-16le', values: { merchantId: 'M1', status: 'SUCCESS' } },
    },
  });
  const text = ['orderNo;transactionTime', 'A1;2026-11-19 10:00:00', 'A2;2026-11-19 10:00:00', ''].join(
    '\r\n',
  );
  const path = write(temporaryFolder(), 'calls.csv', encoded(text, 'utf-16le'));
  expect(await fileSampler(settings, undefined, 2)(path)).toMatchObject({ records: 2, rejected: 0 });
});

function encoded(text: string, encoding: (typeof ENCODINGS)[number]): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

async function* blocks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
