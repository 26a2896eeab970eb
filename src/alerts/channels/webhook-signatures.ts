import { createHmac } from 'node:crypto';
import { Fault } from '../../errors.ts';
import { secretText } from '../../settings/secret.ts';
import type { Channel } from '../targets.ts';

/** Beginning of a secret as Standard Webhooks writes it; its base64 follows. */
const STANDARD_SECRET = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** What is signed: the message's id, its seconds since 1970 and its body. */
export interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
}

/** The secret of a channel as it is written, and the key that Standard Webhooks takes from it. */
export interface WebhookSecret {
  readonly text: string;
  readonly key: Buffer;
}

/**
 * The secret of a channel, read each time it is needed; undefined where it has none. After `whsec_` the key is base64,
 * any other secret is its own key.
 * @throws Fault SECRET_UNAVAILABLE
 */
export async function webhookSecret(
  { name, secretFile }: Channel,
  workingDirectory: string,
): Promise<WebhookSecret | undefined> {
  const setting = `channel ${name}, secret`;
  const expected = 'the key of its signatures';
  const text = await secretText({ file: secretFile }, { setting, expected }, workingDirectory);
  if (text === undefined) return undefined;
  if (!text.startsWith(STANDARD_SECRET)) return { text, key: Buffer.from(text, 'utf8') };
  const encoded = text.slice(STANDARD_SECRET.length);
  if (encoded !== '' && BASE64.test(encoded)) return { text, key: Buffer.from(encoded, 'base64') };
  throw new Fault('SECRET_UNAVAILABLE', {
    where: setting,
    found: `${STANDARD_SECRET} without base64 after it`,
    expected: `${STANDARD_SECRET} and the base64 of the key, or a key of another form`,
  });
}

/** The headers of Standard Webhooks (https://www.standardwebhooks.com); without a secret there is no signature. */
export function standardHeaders(
  secret: WebhookSecret | undefined,
  { id, timestamp, body }: Signed,
): Readonly<Record<string, string>> {
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secret === undefined) return headers;
  const signature = createHmac('sha256', secret.key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...headers, 'webhook-signature': `v1,${signature}` };
}

/** The headers from before Standard Webhooks, which stay until version 1.0. Their key is the secret as it is written. */
export function formerHeaders(
  secret: WebhookSecret | undefined,
  { id, timestamp, body }: Signed,
): Readonly<Record<string, string>> {
  const headers = { 'idempotency-key': id, 'x-payin-recon-timestamp': timestamp };
  if (secret === undefined) return headers;
  const signature = createHmac('sha256', secret.text).update(`${timestamp}.${body}`).digest('hex');
  return { ...headers, 'x-payin-recon-signature': `sha256=${signature}` };
}
