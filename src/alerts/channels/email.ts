import { atFaultPoint } from '../../fault-points.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { bodyHtml } from '../bodies/body-html.ts';
import { bodyText, phraseText } from '../bodies/body-text.ts';
import { compose, type MessageFacts } from '../bodies/compose.ts';
import { type Message, messageId, type Sending } from '../message.ts';
import type { Channel } from '../targets.ts';
import { attachmentsOf } from './attachments.ts';
import { domainOf, MAIL_SLOWNESS, transportTo, undeliveredMail } from './smtp.ts';

/**
 * Sends a message as mail in text and HTML, with the same Message-ID on every attempt; a night's message has the
 * channel's reports attached.
 * @returns the recipients that the server refused while it accepted the mail for others
 * @throws Undelivered
 */
export async function sendEmail(
  url: URL,
  channel: Channel,
  message: Message & { readonly facts: MessageFacts },
  { settings, workingDirectory, timeoutMilliseconds }: Sending,
): Promise<string | undefined> {
  const { facts } = message;
  const language = channel.language ?? settings.alerts.language;
  const attached =
    facts.topic === 'night'
      ? attachmentsOf(facts, channel.attach, settings, workingDirectory)
      : { files: [], missing: [] };
  const letter = compose(facts, settings, language, attached.missing);
  const from = channel.from!;
  const transport = await transportTo(url, timeoutMilliseconds);
  try {
    const { rejected } = await atFaultPoint('outbox.mail', () =>
      transport.sendMail({
        from,
        to: [...channel.to],
        subject: phraseText(letter.subject, language),
        text: bodyText(letter, language),
        html: bodyHtml(letter, language),
        messageId: `<${messageId(message)}@${domainOf(from)}>`,
        date: new Date(isoInstant(message.writtenAt)),
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: attached.files.map(({ name, content }) => ({
          filename: name,
          content,
          // Other encodings of text may change line ends.
          contentTransferEncoding: 'base64',
        })),
        signal: AbortSignal.timeout(MAIL_SLOWNESS * timeoutMilliseconds),
      }),
    );
    return rejected.length === 0 ? undefined : `refused for ${rejected.join(', ')}`;
  } catch (error) {
    throw undeliveredMail(error, url);
  } finally {
    transport.close();
  }
}
