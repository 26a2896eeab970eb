import { z } from 'zod';
import { formatInstant, isoInstant } from '../../normalise/instant.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import { instant, MESSAGE_FACTS } from '../alert.ts';
import type { MessageFacts } from '../bodies/compose.ts';
import { type Message, messageId, type Sending } from '../message.ts';
import type { Channel } from '../targets.ts';
import { call } from './http.ts';
import { formerHeaders, standardHeaders, webhookSecret } from './webhook-signatures.ts';

type Topic = keyof typeof MESSAGE_FACTS;

/** The body of a webhook with the facts of one topic. */
const bodyOf = (topic: Topic) =>
  z.object({
    id: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .describe('Names the message: the same each time it is sent'),
    topic: z.literal(topic),
    severity: z.enum(SEVERITIES),
    sent: instant.describe('When it was sent, ISO 8601 in UTC'),
    text: z.string().describe('The message as plain text in the language of the channel'),
    facts: MESSAGE_FACTS[topic],
  });

/** Every body that a webhook can get. */
export const WEBHOOK_BODY = z.union((Object.keys(MESSAGE_FACTS) as Topic[]).map(bodyOf));

/**
 * Posts a message to a program: its facts as data, and the same as text. With a secret it is signed as in Standard
 * Webhooks, and as before.
 */
export async function sendWebhook(
  url: URL,
  channel: Channel,
  message: Message & { readonly facts: MessageFacts },
  text: string,
  sending: Sending,
): Promise<void> {
  const id = messageId(message);
  const { facts, severity } = message;
  const sent = isoInstant(formatInstant(sending.at));
  const content = { id, topic: facts.topic, severity, sent, text, facts } as z.infer<typeof WEBHOOK_BODY>;
  const body = JSON.stringify(content);
  const secret = await webhookSecret(channel, sending.workingDirectory);
  const signed = { id, timestamp: String(sending.at.seconds), body };
  await call(
    url,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...standardHeaders(secret, signed),
        ...formerHeaders(secret, signed),
      },
      body,
    },
    sending,
  );
}
