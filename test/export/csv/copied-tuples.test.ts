import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTupleReader } from '../../../src/export/csv/copied-tuples.ts';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const END = Buffer.from([0xff, 0xff]);

type Value = Buffer | null;

/** What the server sends of rows of so many fields, with an extension of the header that a reader passes over. */
function copied(rows: readonly (readonly Value[])[], extension = Buffer.alloc(0)): Buffer {
  return Buffer.concat([
    SIGNATURE,
    Buffer.alloc(4),
    int32(extension.length),
    extension,
    ...rows.flatMap((row) => [
      int16(row.length),
      ...row.flatMap((value) => (value === null ? [int32(-1)] : [int32(value.length), value])),
    ]),
    END,
  ]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function read(chunks: readonly Buffer[], fields: number): Value[][] {
  const rows: Value[][] = [];
  const reader = createTupleReader(fields, ({ bytes, starts, lengths }) => {
    rows.push(
      Array.from(starts, (start, index) => {
        const length = lengths[index]!;
        return length < 0 ? null : Buffer.from(bytes.subarray(start, start + length));
      }),
    );
  });
  for (const chunk of chunks) reader.feed(chunk);
  reader.end();
  return rows;
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...sorted].map((start, index) => bytes.subarray(start, sorted[index] ?? bytes.length));
}

describe('rows of COPY', () => {
  const value = fc.option(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)));
  const rows = fc.array(fc.tuple(value, value, value), { maxLength: 12 });

  it('are the same wherever the chunks are cut', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.nat(2000), { maxLength: 30 }), fc.uint8Array(), (given, places, more) => {
        const bytes = copied(given, Buffer.from(more));
        expect(read(cut(bytes, places), 3)).toEqual(given);
      }),
      { numRuns: 500 },
    );
  });

  it('are the same cut after every byte', () => {
    const given = [[Buffer.from('a'), null, Buffer.alloc(0)]];
    const bytes = copied(given);
    const chunks = Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1));
    expect(read(chunks, 3)).toEqual(given);
  });

  it('may be larger than any chunk', () => {
    const given = [
      [Buffer.alloc(900_000, 'x'), Buffer.from('1')],
      [Buffer.alloc(3_000_000, 'y'), Buffer.from('2')],
      [null, Buffer.from('3')],
    ];
    const bytes = copied(given);
    const places = Array.from({ length: 60 }, (_, index) => index * 65_536);
    expect(read(cut(bytes, places), 2)).toEqual(given);
  });
});

describe('what is not a whole result', () => {
  const whole = copied([[Buffer.from('a')], [Buffer.from('b')]]);

  it('is told, wherever it ends', () => {
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => read([whole.subarray(0, length)], 1)).toThrow('COPY gave an incomplete result');
    }
    expect(read([whole], 1)).toHaveLength(2);
  });

  it('is told where another format or another number of fields comes', () => {
    expect(() => read([Buffer.from('a\tb\tc and more than a header\n')], 1)).toThrow('no binary format');
    expect(() => read([whole], 2)).toThrow('a row of 1 fields, not 2');
  });

  it('is told where something follows the end', () => {
    expect(() => read([Buffer.concat([whole, END])], 1)).toThrow('COPY gave an incomplete result');
  });
});
