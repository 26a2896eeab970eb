import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Logger } from 'pino';
import { PAY_IN_PATH } from '../contract/endpoints.ts';
import { type HttpAnswer, JSON_TYPE } from '../http/answer.ts';
import { type HttpSender, httpSender, type NoAnswer, type ReceivedAnswer } from '../http/send-request.ts';
import type { Instant } from '../normalise/instant.ts';
import type { CaptureSettings } from '../settings/capture.ts';
import { sha256Of } from '../sha256.ts';
import { CallLog } from './call-log.ts';
import type { CaptureLog } from './capture-log.ts';
import {
  type CallRecord,
  headersJson,
  isTooLong,
  type LoggedBody,
  loggedBody,
  payInLine,
  tooLongText,
} from './message-record.ts';
import type { PendingCalls } from './pending-calls.ts';
import type { ThrottledLog } from './throttled-log.ts';

export interface Forwarder {
  /** Passes a pay-in request on, logs it with its response, and gives the response. */
  forward(request: IncomingMessage, bytes: Buffer, body: LoggedBody, sentAt: string): Promise<ForwardedCall>;
  /** Calls that have ended and could not be stored. */
  readonly unstored: Pick<CallLog, 'again' | 'waiting'>;
  /** Is called when no call is under way. */
  close(): Promise<void>;
}

export interface ForwardedCall {
  readonly result: 'answered' | 'unanswered' | 'not_stored' | 'refused';
  readonly answer: HttpAnswer;
}

interface ForwarderOptions {
  readonly settings: CaptureSettings;
  /** The longest line that is read again. */
  readonly mostLineBytes: number;
  readonly payIns: CaptureLog['payIns'];
  readonly pending: PendingCalls;
  readonly now: () => Instant;
  readonly log: Pick<ThrottledLog, 'warn' | 'error'>;
}

const CONNECTIONS = 256;
const MOST_ANSWER_BYTES = 1_048_576;
const UNPACK: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};
/** Headers of one connection, and those that are set anew. */
const NOT_PASSED_ON = new Set([
  ...[
    'connection',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
    'proxy-connection',
    'te',
    'trailer',
  ],
  ...['transfer-encoding', 'upgrade', 'host', 'content-length', 'accept-encoding', 'expect'],
]);

/** Logs the calls that a kill has interrupted, and prepares for new ones. */
export async function forwarderAfterKill(
  options: ForwarderOptions,
  log: Pick<Logger, 'warn'>,
): Promise<Forwarder> {
  const { pending, payIns } = options;
  await Promise.all(pending.left.map((line) => payIns.append(line)));
  if (pending.left.length > 0)
    log.warn({ calls: pending.left.length }, 'calls under way at the last stop logged without a response');
  await pending.forgetLeft();
  return forwarder(options);
}

/** Passes pay-in requests on to the service at the setting capture.forward. */
export function forwarder(options: ForwarderOptions): Forwarder {
  const { settings, mostLineBytes, pending } = options;
  const calls = new CallLog(options);
  // A kept connection may just have been closed by the service, and then nobody knows whether it took the order.
  const sender: HttpSender = httpSender({ connections: CONNECTIONS, keepAlive: false });
  const url = new URL(settings.forward!.replace(/\/+$/, '') + PAY_IN_PATH);
  return {
    forward: async (request, bytes, body, sentAt) => {
      const call: CallRecord = { sentAt, request: { headers: headersJson(request), body } };
      const asked = payInLine(call);
      if (isTooLong(asked, mostLineBytes))
        return { result: 'refused', answer: failed(413, tooLongText(mostLineBytes)) };
      const sent = {
        // A client's Accept-Encoding would pack the answer that is to be logged.
        headers: Object.fromEntries(passedOn(request.rawHeaders).set('Accept-Encoding', ['identity'])),
        ...{ url, body: bytes, mostBytes: MOST_ANSWER_BYTES },
        milliseconds: settings.forwardSeconds * 1000,
      };
      const number = await keepRequest(options, asked);
      if (number === undefined) {
        const answer = failed(503, 'The request could not be stored, and was not forwarded');
        return { result: 'not_stored', answer };
      }
      let received: ReceivedAnswer | NoAnswer;
      try {
        received = await sender.send(sent);
      } catch (error) {
        // It was not sent, and must not be logged as a call.
        pending.end(number);
        throw error;
      }
      const response = 'failure' in received ? undefined : responseOf(received, settings.keepPayer);
      const line = payInLine({ ...call, response });
      const kept = isTooLong(line, mostLineBytes) ? payInLine(withoutAnswer(call, response)) : line;
      const isStored = await calls.store(number, kept);
      const result = 'failure' in received ? 'unanswered' : 'answered';
      return { result: isStored ? result : 'not_stored', answer: answerOf(received) };
    },
    unstored: calls,
    close: async () => {
      sender.close();
      await calls.flush();
    },
  };
}

/** Keeps a request until its call is logged. @returns its number; undefined where it is not stored */
async function keepRequest({ pending, log }: ForwarderOptions, asked: string): Promise<number | undefined> {
  try {
    return await pending.begin(asked);
  } catch (error) {
    log.error({ fault: error }, 'pay-in request not stored, and not forwarded');
    return undefined;
  }
}

function answerOf(received: ReceivedAnswer | NoAnswer): HttpAnswer {
  if ('failure' in received) return unanswered(received);
  const { status, body, headers, rawHeaders } = received;
  const type = headers['content-type'] ?? 'application/octet-stream';
  return { status, type, body, headers: answerHeaders(rawHeaders) };
}

function responseOf(answer: ReceivedAnswer, keepPayer: boolean): CallRecord['response'] {
  const bytes = unpacked(answer);
  const body = loggedBody(bytes, keepPayer);
  const { status } = answer;
  const headers = headersJson({ rawHeaders: [...answer.rawHeaders] });
  // What is no JSON object is no answer of the interface; its text could hold anything.
  return { status, headers, body: 'wrong' in body ? nothingOf(sha256Of(bytes)) : body };
}

/** The body as it was before the service, or something in front of it, packed it unasked; as it came where that is not known. */
function unpacked({ body, headers }: ReceivedAnswer): Buffer {
  const unpack = UNPACK[headers['content-encoding']?.trim().toLowerCase() ?? ''];
  try {
    return unpack?.(body, { maxOutputLength: MOST_ANSWER_BYTES }) ?? body;
  } catch {
    return body;
  }
}

/** A call whose answer is too long for a line that is read again: of its body the digest is kept. */
function withoutAnswer(call: CallRecord, response: CallRecord['response']): CallRecord {
  return { ...call, response: response && { ...response, body: nothingOf(response.body.sha256) } };
}

function nothingOf(sha256: string): LoggedBody {
  return { json: '{}', sha256, lineBreaks: undefined };
}

function unanswered({ failure }: NoAnswer): HttpAnswer {
  return failure === 'timeout'
    ? failed(504, 'The service did not answer in time. Whether the order was created is not known')
    : failed(502, `The service could not be reached or did not answer (${failure})`);
}

/** The answer to a pay-in request from an address that may not send any. */
export const FORBIDDEN = failed(403, 'Pay-in requests are not taken from this address');

/** An answer in the form of the interface: a code other than "00", and a text. The code is this program's own. */
function failed(status: number, message: string): HttpAnswer {
  return { status, type: JSON_TYPE, body: JSON.stringify({ code: `CAPTURE_${status}`, message }) };
}

/** A map, and no object: headers may be named like members of one, such as `constructor`. */
function passedOn(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (NOT_PASSED_ON.has(name.toLowerCase())) continue;
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[at + 1]!]);
  }
  return headers;
}

/** Each value stays a line of its own: those of `Set-Cookie` have commas. */
function answerHeaders(rawHeaders: readonly string[]): Record<string, string[]> {
  const headers = [...passedOn(rawHeaders)].filter(([name]) => name.toLowerCase() !== 'content-type');
  return Object.fromEntries(headers);
}
