import type { Phrase } from '../phrase.ts';

/** The phrases that are not left out. */
export function phrases(...all: ReadonlyArray<Phrase | undefined>): Phrase[] {
  return all.filter((one) => one !== undefined);
}

/** A phrase about a fact; undefined where the fact is not known. */
export function about(fact: Phrase | undefined, words: (known: Phrase) => Phrase): Phrase | undefined {
  return fact === undefined ? undefined : words(fact);
}
