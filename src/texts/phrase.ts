/** A value within a phrase: text of a log or of settings, a number, a date. */
export interface Value {
  readonly value: string;
}

/** Words of a template and the values among them, which each format isolates and escapes in its own way. */
export type Phrase = ReadonlyArray<string | Value>;

/**
 * A phrase from a template; everything inserted is a value, unless it is a phrase itself.
 * @example say`paid by ${'<b>'}` // ['paid by ', { value: '<b>' }]
 */
export function say(words: TemplateStringsArray, ...inserted: ReadonlyArray<string | Phrase>): Phrase {
  return words.flatMap((word, index) => {
    const next = inserted[index];
    const own = word === '' ? [] : [word];
    if (next === undefined) return own;
    return [...own, ...(typeof next === 'string' ? [{ value: harmless(next) }] : next)];
  });
}

/** Phrases joined by words of the template. */
export function joined(phrases: readonly Phrase[], between: string): Phrase {
  return phrases.flatMap((phrase, index) => (index === 0 ? phrase : [between, ...phrase]));
}

const MOST_LETTERS = 300;

/** A value as {@link withoutHidden} shows it; a very long one is cut. */
function harmless(text: string): string {
  const letters = [...text];
  const cut =
    letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : letters.join('');
  return withoutHidden(cut);
}

/**
 * A text that cannot end a header, change the order of surrounding text, or hide: control and formatting characters
 * (line ends, marks of direction, zero widths) are shown as escapes.
 */
export function withoutHidden(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

/** Like {@link withoutHidden}, for what a person has written in several lines. */
export function linesWithoutHidden(text: string): string {
  return text.split(/\r?\n/).map(withoutHidden).join('\n');
}

function escaped(one: string): string {
  return `\\u{${one.codePointAt(0)!.toString(16).padStart(4, '0')}}`;
}
