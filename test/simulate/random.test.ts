import { describe, expect, test } from 'vitest';
import { createRandom, mix32 } from '../../src/simulate/random.ts';

function words(seed: number, stream: number, index: number): number[] {
  const random = createRandom(seed, stream);
  random.seek(index);
  return Array.from({ length: 8 }, () => random.word());
}

describe('random', () => {
  test('a position has one sequence, wherever the generator stood before', () => {
    const random = createRandom(7, 0);
    random.seek(3);
    random.word();
    random.seek(5);
    expect(Array.from({ length: 8 }, () => random.word())).toEqual(words(7, 0, 5));
  });

  test('seed, stream and index each give another sequence', () => {
    const sequences = [
      words(7, 0, 5),
      words(8, 0, 5),
      words(7, 1, 5),
      words(7, 0, 6),
      words(7 + 2 ** 32, 0, 5),
    ];
    expect(new Set(sequences.map(String)).size).toBe(sequences.length);
  });

  test('the first draws of neighbouring positions are spread evenly', () => {
    const random = createRandom(1, 0);
    const tenths = new Array<number>(10).fill(0);
    for (let index = 0; index < 20_000; index += 1) {
      random.seek(index);
      const tenth = Math.floor(random.unit() * 10);
      tenths[tenth] = tenths[tenth]! + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  test('between includes both ends and nothing else', () => {
    const random = createRandom(2, 0);
    random.seek(0);
    const drawn = new Set(Array.from({ length: 500 }, () => random.between(3, 6)));
    expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
  });

  test('mix32 maps different numbers to different numbers', () => {
    expect(new Set(Array.from({ length: 10_000 }, (_, value) => mix32(value))).size).toBe(10_000);
  });
});
