import { distance } from 'fastest-levenshtein';

/**
 * The known word that was meant by a mistyped one, if one is near enough: the same but for capitals and separators, the
 * only one that begins so, or the nearest with at most a third of its letters wrong.
 * @example nearest('reconsile', ['reconcile', 'report']) === 'reconcile'; nearest('XX', ['BR', 'EG']) === undefined
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plainWord = plain(word);
  if (plainWord === '' || word.length > MOST_LETTERS) return undefined;
  const candidates = known.map((name) => ({ name, plainName: plain(name) }));
  const same = candidates.find(({ plainName }) => plainName === plainWord);
  if (same !== undefined) return same.name;
  const [best] = candidates
    .map(({ name, plainName }) => ({
      name,
      steps: stepsBetween(plainWord, plainName),
      most: Math.floor(Math.max(plainWord.length, plainName.length) / 3),
    }))
    .filter(({ steps, most }) => steps <= most)
    .sort((a, b) => a.steps - b.steps);
  if (best !== undefined) return best.name;
  const longer = candidates.filter(({ plainName }) => plainName.startsWith(plainWord));
  return plainWord.length >= 3 && longer.length === 1 ? longer[0]!.name : undefined;
}

/** `Did you mean …?`, or nothing where no known word is near. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const near = nearest(word, known);
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** Levenshtein's distance, where two letters changed round are one step. */
function stepsBetween(word: string, name: string): number {
  const swapped = Array.from({ length: word.length - 1 }, (_, at) =>
    distance(`${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`, name),
  );
  return Math.min(distance(word, name), ...swapped.map((steps) => steps + 1));
}

/** Past this no name is mistyped, and distances take long. */
const MOST_LETTERS = 100;

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_. ]/g, '');
}
