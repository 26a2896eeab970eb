/** One parser, and what must hold of it for any input. A file of `targets/` exports one as its default. */
export interface Target {
  /** Inputs that mutation starts from. An input that once failed is kept here, under the name of its case. */
  readonly seeds: readonly (string | Uint8Array)[];
  /** Texts that mean something to the parser; mutation puts them in. */
  readonly words: readonly string[];
  /** Throws if what must hold does not. The bytes must not be changed. */
  run(input: Buffer): void | Promise<void>;
}

/** Throws if something that must hold does not. */
export function holds(claim: boolean, what: string): asserts claim {
  if (!claim) throw new Error(what);
}

/** The bytes in pieces of a fixed size, as a stream may give them. */
export function* piecesOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A small number from the first byte of an input, and the rest. */
export function withNumber(input: Buffer, most: number): readonly [number: number, rest: Buffer] {
  return [((input[0] ?? 0) % most) + 1, input.subarray(1)];
}
