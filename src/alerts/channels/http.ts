import { atFaultPoint } from '../../fault-points.ts';
import { type Instant, instantOfMilliseconds, secondsBetween } from '../../normalise/instant.ts';
import type { Sending } from '../message.ts';
import { Undelivered } from '../undelivered.ts';
import { certificateRemedy } from './certificate-remedy.ts';

/** Longest Retry-After that is respected. */
const LONGEST_WAIT_SECONDS = 86_400;
/** The three forms of RFC 9110, 5.6.7. `Date.parse` reads a year into much else, such as -5. */
const HTTP_DATE =
  /^[A-Z][a-z]{2}(?:, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT| [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

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
    throw failureOf(error, url.host, sending.timeoutMilliseconds);
  }
  // The body is not read, so that an endless one cannot block delivery.
  await response.body?.cancel().catch(() => undefined);
  if (response.ok) return;
  throw new Undelivered(`${url.host}: HTTP ${response.status}`, {
    retryAfterSeconds: retryAfter(response.headers.get('retry-after'), sending.at),
  });
}

function failureOf(error: unknown, host: string, milliseconds: number): Undelivered {
  const failed = (reason: string, remedy?: string) => new Undelivered(`${host}: ${reason}`, { remedy });
  if ((error as Error).name === 'TimeoutError') return failed(`no answer within ${milliseconds / 1000} s`);
  const { cause } = error as {
    cause?: { name?: unknown; code?: unknown; errors?: Array<{ code?: unknown }> };
  };
  if (cause?.name === 'HTTPParserError') return failed('the answer is not HTTP');
  const code = cause?.code ?? cause?.errors?.[0]?.code;
  if (code === 'UND_ERR_SOCKET') return failed('the connection was closed');
  return typeof code === 'string' ? failed(code, certificateRemedy(code)) : failed('no connection');
}

/** Seconds from `Retry-After`, a number of seconds or a date of HTTP; undefined for a time that is past, or anything else. */
function retryAfter(text: string | null, at: Instant): number | undefined {
  const seconds = text === null ? undefined : secondsOf(text.trim(), at);
  return seconds === undefined || seconds < 1 ? undefined : Math.min(seconds, LONGEST_WAIT_SECONDS);
}

function secondsOf(text: string, at: Instant): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (!HTTP_DATE.test(text)) return undefined;
  const date = instantOfMilliseconds(Date.parse(text.endsWith('GMT') ? text : `${text} GMT`));
  return date === undefined ? undefined : Math.ceil(secondsBetween(at, date));
}
