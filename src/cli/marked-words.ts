/** Marks a word that yargs must not take for an option. No word that is typed can contain it. */
const MARK = '\u0000';

/**
 * A switch in the place of `--`, which ends the values of an option before it. yargs drops what follows `--` before it counts
 * the words of a command.
 */
export const END_OF_OPTIONS = `${MARK}end`;

/** A command line, divided at its first `--`. */
export interface DividedWords {
  readonly options: readonly string[];
  /** What follows `--`: words, whatever they begin with. */
  readonly words: readonly string[] | undefined;
}

export function dividedWords(typed: readonly string[]): DividedWords {
  const end = typed.indexOf('--');
  if (end === -1) return { options: typed, words: undefined };
  return { options: typed.slice(0, end), words: typed.slice(end + 1) };
}

/** The words for yargs, which also drops a lone `-` in a list of values. */
export function markedWords({ options, words }: DividedWords): string[] {
  const marked = options.map((word) => (word === '-' ? `${MARK}-` : word));
  if (words === undefined) return marked;
  return [...marked, `--${END_OF_OPTIONS}`, ...words.map((word) => `${MARK}${word}`)];
}

/** A word or a message as it was typed. */
export function unmarked(text: string): string {
  return text.replaceAll(MARK, '');
}

/** Takes the marks out of the values of options and words. */
export function unmarkValues(values: Record<string, unknown>): void {
  delete values[END_OF_OPTIONS];
  const plain = (value: unknown) => (typeof value === 'string' ? unmarked(value) : value);
  for (const [name, value] of Object.entries(values))
    values[name] = Array.isArray(value) ? value.map(plain) : plain(value);
}
