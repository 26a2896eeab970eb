import { type Phrase, say } from '../../texts/phrase.ts';

/** A number or name of a log: read from left to right in every language, with hidden characters as escapes. */
export function Identifier({ text }: { readonly text: string }) {
  return (
    <code>
      <bdi dir="ltr">{harmlessText(text)}</bdi>
    </code>
  );
}

/** Text of a log without characters that hide or that change the direction of what is around them. */
export function harmlessText(text: string): string {
  return say`${text}`.map((part) => (typeof part === 'string' ? part : part.value)).join('');
}

/** The words of a phrase where no element can isolate its values, such as in a picture: characters do. */
export function isolatedText(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : `\u2068${part.value}\u2069`)).join('');
}
