import type { Language } from '../../texts/formats.ts';
import type { Phrase } from '../../texts/phrase.ts';
import { blockText, phraseText } from './body-text.ts';
import type { MessageBody } from './message-body.ts';

/** Payload of Slack's webhooks; services that accept the same JSON mostly read only the text. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

/** Slack refuses longer sections, and more sections. */
const MOST_LETTERS = 3000;
const MOST_BLOCKS = 40;

/** A message as Slack's JSON; no part of a value becomes markup, a link or a mention. */
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
      // Verbatim: addresses do not become links, names do not become mentions.
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
 * A value without mentions, links or images: an invisible word joiner follows each character that
 * could begin one. Other markup, which can only change the style, stays, so that most values can be copied as they are.
 */
function harmless(value: string): string {
  return escaped(value).replace(/[@[\]]/g, '$&\u2060');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** As many whole lines as fit into a section. */
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
