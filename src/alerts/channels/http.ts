import { atFaultPoint } from '../../fault-points.ts';
import { type Instant, instantOfMilliseconds, secondsBetween } from '../../normalise/instant.ts';
import type { Sending } from '../message.ts';
import { Undelivered } from '../undelivered.ts';

/** Longest Retry-After that is respected. */
const LONGEST_WAIT_SECONDS = 86_400;

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Calls an address and expects a status from 200 to 299; redirections are not followed, because a message is only for
 * the configured receiver. User and password in the address are sent as Basic authentication.
 * @throws Undelivered with host and status or the system's code, never with the path or the server's text
 */
export async function call(url: URL, { method, headers, body }: HttpCall, sending: Sending): Promise<void> {
  const target = new URL(url);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  target.username = '';
  target.password = '';
  let response: Response;
  try {
    response = await atFaultPoint('outbox.send', () =>
      fetch(target, {
        method,
        headers: {
          'user-agent': 'payin-recon',
          ...(credentials === ':'
            ? {}
            : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(sending.timeoutMilliseconds),
      }),
    );
  } catch (error) {
    throw new Undelivered(`${url.host}: ${failureOf(error, sending.timeoutMilliseconds)}`);
  }
  // The body is not read, so that an endless one cannot block delivery.
  await response.body?.cancel().catch(() => undefined);
  if (response.ok) return;
  throw new Undelivered(
    `${url.host}: HTTP ${response.status}`,
    retryAfter(response.headers.get('retry-after'), sending.at),
  );
}

function failureOf(error: unknown, milliseconds: number): string {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${milliseconds / 1000} s`;
  const { cause } = error as { cause?: { code?: unknown; errors?: Array<{ code?: unknown }> } };
  const code = cause?.code ?? cause?.errors?.[0]?.code;
  return typeof code === 'string' ? code : 'no connection';
}

/** Seconds from `Retry-After`, which is a number of seconds or a date. */
function retryAfter(text: string | null, at: Instant): number | undefined {
  if (text === null) return undefined;
  const date = instantOfMilliseconds(Date.parse(text));
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : date === undefined
      ? undefined
      : Math.ceil(secondsBetween(at, date));
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, 1), LONGEST_WAIT_SECONDS);
}
