import type { Random } from '../../src/simulate/random.ts';

/** Longest input; what is longer finds nothing that a shorter one does not, more slowly. */
const MOST_BYTES = 4096;

const ODD_BYTES = [
  0, 1, 9, 10, 13, 32, 34, 39, 44, 48, 57, 58, 92, 123, 125, 127, 128, 0xbf, 0xc3, 0xed, 0xef, 255,
];

/** Changes an input in one to eight places, mostly in few. `others` are inputs that parts may be taken from. */
export function mutate(
  input: Uint8Array,
  words: readonly Buffer[],
  others: readonly Uint8Array[],
  random: Random,
): Buffer {
  let changed: Buffer = Buffer.from(input);
  for (let left = 1 << random.between(0, random.between(0, 3)); left > 0; left -= 1) {
    changed = changedOnce(changed, words, others, random);
  }
  return changed.subarray(0, MOST_BYTES);
}

function changedOnce(
  bytes: Buffer,
  words: readonly Buffer[],
  others: readonly Uint8Array[],
  random: Random,
): Buffer {
  const one = <T>(from: readonly T[]): T => from[random.between(0, from.length - 1)]!;
  const place = () => random.between(0, bytes.length);
  const part = (from: Uint8Array) => {
    const start = random.between(0, from.length);
    return from.subarray(start, start + random.between(1, 64));
  };
  const spliced = (from: number, to: number, put: Uint8Array) =>
    Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(to)]);
  const at = place();
  switch (random.between(0, words.length > 0 ? 11 : 8)) {
    case 0:
      return spliced(at, at + 1, Uint8Array.of((bytes[at] ?? 0) ^ (1 << random.between(0, 7))));
    case 1:
      return spliced(at, at + 1, Uint8Array.of(random.between(0, 255)));
    case 2:
      return spliced(at, at + random.between(0, 1), Uint8Array.of(one(ODD_BYTES)));
    case 3:
      return spliced(at, at + random.between(1, 16), Buffer.alloc(0));
    case 4:
      return spliced(at, at, part(bytes));
    case 5:
      return spliced(at, at + random.between(0, 32), part(one(others)));
    case 6:
      return spliced(at, at, Buffer.alloc(1 << random.between(1, 8), one(ODD_BYTES)));
    case 7:
      return Buffer.from(bytes.subarray(0, at));
    case 8:
      return spliced(at, at + 1, Uint8Array.of((bytes[at] ?? 0) + random.between(-8, 8)));
    case 9:
      return spliced(at, at, one(words));
    default: {
      const word = one(words);
      return spliced(at, at + word.length, word);
    }
  }
}
