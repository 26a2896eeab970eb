import { isoInstant } from '../../normalise/instant.ts';
import { bodyHtml } from '../bodies/body-html.ts';
import { bodyText, phraseText } from '../bodies/body-text.ts';
import { compose, type MessageFacts } from '../bodies/compose.ts';
import { type Message, messageId, type Sending } from '../message.ts';
import type { Channel } from '../targets.ts';
import { attachmentsOf } from './attachments.ts';
import { sendMail } from './smtp.ts';

/** Less than RFC 5321 asks for: other messages, and on the embedded database all else, wait meanwhile. */
const ANSWER_MILLISECONDS = 60_000;

/**
 * Sends a message as mail in text and HTML to those of its recipients who do not have it yet, with the same Message-ID on
 * every attempt; a night's message has the channel's reports attached.
 * @returns whether there were any
 * @throws Undelivered, PartlyRefused
 */
export async function sendEmail(
  url: URL,
  channel: Channel,
  message: Message & { readonly facts: MessageFacts },
  { settings, workingDirectory, timeoutMilliseconds }: Sending,
): Promise<boolean> {
  const { facts, served = [] } = message;
  const language = channel.language ?? settings.alerts.language;
  const { files, missing } =
    facts.topic === 'night'
      ? attachmentsOf(facts, channel.attach, settings, workingDirectory)
      : { files: [], missing: [] };
  const letter = compose(facts, settings, language, missing);
  const content = {
    subject: phraseText(letter.subject, language),
    text: bodyText(letter, language),
    html: bodyHtml(letter, language),
    date: new Date(isoInstant(message.writtenAt)),
  };
  const mail = { id: messageId(message), from: channel.from!, to: channel.to, served, content, files };
  return sendMail({ url, timeoutMilliseconds, answerMilliseconds: ANSWER_MILLISECONDS }, mail, 'outbox.mail');
}
