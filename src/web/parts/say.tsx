import type { Phrase } from '../../texts/phrase.ts';

/** A phrase of the catalogue. What is inserted is isolated, so that it never changes the direction of the words around. */
export function Say({ phrase }: { readonly phrase: Phrase }) {
  return <>{phrase.map((part) => (typeof part === 'string' ? part : <bdi>{part.value}</bdi>))}</>;
}
