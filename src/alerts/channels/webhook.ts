import { createHmac } from 'node:crypto';
import { formatInstant, isoInstant } from '../../normalise/instant.ts';
import { secretText } from '../../settings/secret.ts';
import type { MessageFacts } from '../bodies/compose.ts';
import { type Message, messageId, type Sending } from '../message.ts';
import type { Channel } from '../targets.ts';
import { call } from './http.ts';

/**
 * Posts a message to a program: its facts as data, and the same as text. With a key it is signed by
 * HMAC-SHA256 over the timestamp's header, a dot and the body.
 */
export async function sendWebhook(
  url: URL,
  channel: Channel,
  message: Message & { readonly facts: MessageFacts },
  text: string,
  sending: Sending,
): Promise<void> {
  const id = messageId(message);
  const body = JSON.stringify({
    id,
    topic: message.facts.topic,
    severity: message.severity,
    sent: isoInstant(formatInstant(sending.at)),
    text,
    facts: message.facts,
  });
  const timestamp = String(sending.at.seconds);
  const key = await secretText(
    { file: channel.secretFile },
    { setting: `channel ${channel.name}, secret`, expected: 'the key of its signatures' },
    sending.workingDirectory,
  );
  await call(
    url,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': id,
        'x-payin-recon-timestamp': timestamp,
        ...(key === undefined ? {} : { 'x-payin-recon-signature': signatureOf(key, timestamp, body) }),
      },
      body,
    },
    sending,
  );
}

function signatureOf(key: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;
}
