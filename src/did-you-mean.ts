import { distance } from 'fastest-levenshtein';

/**
 * The known words that a mistyped one may mean, several only if they are equally near: equal except for capitals and
 * separators; otherwise the shortest that it is a prefix of; otherwise those with the fewest wrong letters, at most a
 * third.
 * @example nearestNames('--dat', ['--date', '--data', '--database-url']) // ['--date', '--data']
 */
export function nearestNames(word: string, known: readonly string[]): string[] {
  const plainWord = plain(word);
  if (plainWord === '' || word.length > MOST_LETTERS) return [];
  const candidates = known.map((name) => ({ name, plainName: plain(name) }));
  const same = candidates.find(({ plainName }) => plainName === plainWord);
  if (same !== undefined) return [same.name];
  const longer = candidates
    .filter(({ plainName }) => plainWord.length >= LEAST_LETTERS && plainName.startsWith(plainWord))
    .map(({ name, plainName }) => ({ name, steps: plainName.length }));
  if (longer.length > 0) return fewestSteps(longer);
  const close = candidates.flatMap(({ name, plainName }) => {
    const steps = stepsBetween(plainWord, plainName);
    return steps <= Math.floor(Math.max(plainWord.length, plainName.length) / 3) ? [{ name, steps }] : [];
  });
  return fewestSteps(close);
}

/**
 * The first of {@link nearestNames}.
 * @example nearest('reconsile', ['reconcile', 'report']) === 'reconcile'; nearest('XX', ['BR', 'EG']) === undefined
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  return nearestNames(word, known)[0];
}

/** `Did you mean …?`, or nothing where no known word is near. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const near = nearestNames(word, known);
  return near.length === 0 ? undefined : `Did you mean ${near.join(' or ')}?`;
}

function fewestSteps(found: readonly { readonly name: string; readonly steps: number }[]): string[] {
  const fewest = Math.min(...found.map(({ steps }) => steps));
  return found.filter(({ steps }) => steps === fewest).map(({ name }) => name);
}

/** Levenshtein distance in which two swapped letters are one step. */
function stepsBetween(word: string, name: string): number {
  const swapped = Array.from({ length: word.length - 1 }, (_, at) =>
    distance(`${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`, name),
  );
  return Math.min(distance(word, name), ...swapped.map((steps) => steps + 1));
}

/** Shorter prefixes match too many names. */
const LEAST_LETTERS = 3;

/** Longer words are not names, and distances take long. */
const MOST_LETTERS = 100;

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_. ]/g, '');
}
