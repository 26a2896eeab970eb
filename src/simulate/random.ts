/** A pseudo-random number generator that can be positioned, so that order i is the same in any slice. */
export interface Random {
  /** Starts the sequence of an index. The numbers depend only on seed, stream and index. */
  seek(index: number): void;
  /** A whole number from 0 to 2^32 - 1. */
  word(): number;
  /** A number from 0 to below 1. */
  unit(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True in the given share of draws (0 to 1). */
  chance(share: number): boolean;
}

/** Maps 32 bits to 32 bits one to one (the finaliser of MurmurHash3). */
export function mix32(value: number): number {
  let z = value | 0;
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
}

/** A 32-bit key of a seed (any safe integer) and a stream, for values that must be independent of the orders' draws. */
export function keyOf(seed: number, stream: number): number {
  const low = seed >>> 0;
  const high = Math.floor(seed / 4294967296) >>> 0;
  return mix32(mix32(low + 0x9e3779b9) ^ mix32(high + Math.imul(stream + 1, 0x7f4a7c15)));
}

/** An xoshiro128** generator whose state is derived from seed, stream and index. */
export function createRandom(seed: number, stream: number): Random {
  const keys = [0, 1, 2, 3].map((word) => keyOf(seed, stream * 4 + word + 16));
  const [key0 = 0, key1 = 0, key2 = 0, key3 = 0] = keys;
  const state = new Int32Array(4);

  function word(): number {
    const s0 = state[0]!;
    const s1 = state[1]!;
    const s2 = state[2]! ^ s0;
    const s3 = state[3]! ^ s1;
    const scaled = Math.imul(s1, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9) >>> 0;
    state[1] = s1 ^ s2;
    state[0] = s0 ^ s3;
    state[2] = s2 ^ (s1 << 9);
    state[3] = (s3 << 11) | (s3 >>> 21);
    return result;
  }

  return {
    seek(index) {
      state[0] = mix32(index + key0);
      state[1] = mix32(Math.imul(index, 0x9e3779b1) + key1);
      state[2] = mix32(index ^ key2);
      // An odd word prevents the all-zero state, which would never change.
      state[3] = mix32(Math.imul(index, 0x85ebca77) + key3) | 1;
    },
    word,
    unit: () => word() / 4294967296,
    between: (least, most) => least + Math.floor((word() / 4294967296) * (most - least + 1)),
    chance: (share) => word() / 4294967296 < share,
  };
}
