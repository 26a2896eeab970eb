import type { Language } from '../../texts/formats.ts';
import { TEXTS } from '../../texts/languages.ts';
import type { Phrase } from '../../texts/phrase.ts';
import type { Block, MessageBody } from './message-body.ts';

/** Formats of phrases and headings. */
interface Way {
  readonly phrase: (phrase: Phrase) => string;
  readonly strong: (text: string) => string;
  readonly link: (url: string) => string;
}

/** First strong isolate and its end: a value keeps its own direction and does not change that of its surroundings. */
const ISOLATE = '\u2068';
const END_ISOLATE = '\u2069';

/** A phrase as plain text; in right-to-left languages each value is isolated. */
export function phraseText(phrase: Phrase, language: Language): string {
  const { rightToLeft } = TEXTS[language];
  return phrase
    .map((part) => {
      if (typeof part === 'string') return part;
      return rightToLeft ? `${ISOLATE}${part.value}${END_ISOLATE}` : part.value;
    })
    .join('');
}

/** A message as plain text: subject and blocks, separated by empty lines. */
export function bodyText(letter: MessageBody, language: Language): string {
  const way = {
    phrase: (phrase: Phrase) => phraseText(phrase, language),
    strong: (text: string) => text,
    link: (url: string) => url,
  };
  const blocks = letter.blocks.map((block) => blockText(block, language, way));
  return [way.phrase(letter.subject), ...blocks].join('\n\n');
}

/** A block as lines of text. */
export function blockText(block: Block, language: Language, { phrase, strong, link }: Way): string {
  const { between } = TEXTS[language];
  switch (block.kind) {
    case 'words':
      return phrase(block.words);
    case 'link':
      return `${phrase([block.label, between.label])}${link(block.url)}`;
    case 'list':
      return block.items
        .map(({ title, lines }) =>
          [strong(phrase(title)), ...lines.map((line) => `  ${phrase(line)}`)].join('\n'),
        )
        .join('\n');
    case 'table':
      return block.rows
        .map(([first, ...rest]) => {
          const cells = rest.flatMap((cell, index) =>
            cell.length === 0 ? [] : [phrase([block.columns[index + 1]!.name, between.label, ...cell])],
          );
          return `${strong(phrase([block.columns[0]!.name, between.label, ...first!]))}${between.pairs}${cells.join(between.pairs)}`;
        })
        .join('\n');
  }
}
