import type { Language } from '../templates/formats.ts';
import type { Phrase } from '../templates/phrase.ts';
import { blockText, phraseText } from './body-text.ts';
import type { MessageBody } from './message-body.ts';

/** What a webhook of Slack takes, and of those that take its JSON, which mostly read the text alone. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

/** Slack refuses a longer section, and more of them. */
const MOST_LETTERS = 3000;
const MOST_BLOCKS = 40;

/** A letter as Slack's JSON; nothing in a value is markup, a link or a mention there. */
export function bodySlack(letter: MessageBody, language: Language): SlackMessage {
  const way = {
    phrase: (phrase: Phrase) => slackPhrase(phrase, language),
    strong: (text: string) => `*${text}*`,
    link: (url: string) => `<${escaped(url)}>`,
  };
  const heading = way.strong(way.phrase(letter.subject));
  const texts = [heading, ...letter.blocks.map((block) => blockText(block, language, way))];
  const sections = texts.flatMap(inPieces).slice(0, MOST_BLOCKS);
  return {
    text: texts.join('\n\n'),
    blocks: sections.map((text) => ({
      type: 'section',
      // Verbatim: no address becomes a link, no name a mention.
      text: { type: 'mrkdwn', text, verbatim: true },
    })),
  };
}

function slackPhrase(phrase: Phrase, language: Language): string {
  return phraseText(
    phrase.map((part) => (typeof part === 'string' ? escaped(part) : { value: harmless(part.value) })),
    language,
  );
}

/**
 * A value in which no program finds a mention, a link or an image: a word joiner, which is not seen, stands behind what
 * begins one. Other marks, which at most make a word slanted, stay, so that most values can be copied as they are.
 */
function harmless(value: string): string {
  return escaped(value).replace(/[@[\]]/g, '$&\u2060');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whole lines, as many as a section takes. */
function inPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const line of text.split('\n')) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + line.length < MOST_LETTERS)
      pieces[pieces.length - 1] = `${last}\n${line}`;
    else pieces.push(line.slice(0, MOST_LETTERS));
  }
  return pieces;
}
