import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isDeeperThan, MAX_DEPTH } from '../contract/parse-json.ts';
import { sha256Of } from '../sha256.ts';
import { maskPayer } from './mask-payer.ts';

/** Of a body: a record has it two levels down, and what is deeper cannot be read again. */
const MOST_DEPTH = MAX_DEPTH - 2;

/** The JSON body of a message as it is logged. */
export interface LoggedBody {
  /** The exact text but for the payer's data, and with a blank for each line break. */
  readonly json: string;
  /** SHA-256 of the exact bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** Positions of line breaks in the text, in UTF-16 units; a log has one record a line. */
  readonly lineBreaks: { readonly lf: readonly number[]; readonly cr: readonly number[] } | undefined;
}

/** Why a body is not logged. */
interface WrongBody {
  readonly wrong: string;
  /** Whether it is a JSON object that is nested too deeply. */
  readonly isTooDeep?: true;
}

/**
 * The body of a message as it is logged.
 * @returns the body, or why it is no JSON object that can be read again
 */
export function loggedBody(bytes: Buffer, keepPayer: boolean): LoggedBody | WrongBody {
  if (!isUtf8(bytes)) return { wrong: 'the body is not UTF-8' };
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: 'the body is not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { wrong: 'the body is JSON, but no object' };
  }
  if (isDeeperThan(text, MOST_DEPTH))
    return { wrong: `the body is nested deeper than ${MOST_DEPTH} levels`, isTooDeep: true };
  const kept = keepPayer ? text : maskPayer(text);
  const lineBreaks = /[\n\r]/.test(kept) ? lineBreaksOf(kept) : undefined;
  return {
    json: lineBreaks === undefined ? kept : kept.replaceAll(/[\n\r]/g, ' '),
    sha256: sha256Of(bytes),
    lineBreaks,
  };
}

function lineBreaksOf(text: string): { lf: number[]; cr: number[] } {
  const found: { lf: number[]; cr: number[] } = { lf: [], cr: [] };
  for (const { 0: mark, index } of text.matchAll(/[\n\r]/g)) found[mark === '\n' ? 'lf' : 'cr'].push(index);
  return found;
}

/** Headers that give access to something; they are no evidence and are not logged. */
const SECRET = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** Headers as they came, of a message of Node: names as they were sent, several values of one name as a list. */
export function headersJson(message: Pick<IncomingMessage, 'rawHeaders'>): string {
  const { rawHeaders } = message;
  const headers = new Map<string, string | string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (SECRET.has(name.toLowerCase())) continue;
    const before = headers.get(name);
    const value = rawHeaders[at + 1]!;
    headers.set(name, before === undefined ? value : [before, value].flat());
  }
  return JSON.stringify(Object.fromEntries(headers));
}

/** A callback as a line of the log, with its line feed. What `ingest` reads is a callback record. */
export function callbackLine(callback: {
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly headers: string;
  readonly body: LoggedBody;
  /** The text of the answer. */
  readonly ack: string;
  /** Verdict on the signature; undefined where none is checked. */
  readonly verified: boolean | undefined;
}): string {
  const { receivedAt, headers, body, ack, verified } = callback;
  const verdict = verified === undefined ? '' : `,"verified":${verified}`;
  return (
    `{"receivedAt":"${receivedAt}","headers":${headers},"body":${body.json},"ack":${JSON.stringify(ack)}${verdict}` +
    `,"bodySha256":"${body.sha256}"${breaksJson('lineBreaks', body)}}\n`
  );
}

/** A call of the merchant, as far as it is known. */
export interface CallRecord {
  /** ISO 8601, UTC. */
  readonly sentAt: string;
  readonly request: { readonly headers: string; readonly body: LoggedBody };
  readonly response?:
    | { readonly status: number; readonly headers: string; readonly body: LoggedBody }
    | undefined;
}

/** What ends the line of a call, and what is in its place where a response follows. */
const CALL_END = '}\n';
const RESPONSE = ',"response":';

/** How the line of a call with a response begins, whatever the response. @param line of the same call without one */
export function answeredStart(line: string): string {
  return line.slice(0, -CALL_END.length) + RESPONSE;
}

/** A pay-in call as a line of the log, with its line feed. What `ingest` reads is a pay-in record. */
export function payInLine({ sentAt, request, response }: CallRecord): string {
  const answered =
    response === undefined
      ? ''
      : `${RESPONSE}{"status":${response.status},"headers":${response.headers},"body":${response.body.json}` +
        `,"bodySha256":"${response.body.sha256}"${breaksJson('lineBreaks', response.body)}}`;
  return (
    `{"sentAt":"${sentAt}","request":{"headers":${request.headers},"body":${request.body.json}` +
    `,"bodySha256":"${request.body.sha256}"${breaksJson('lineBreaks', request.body)}}${answered}${CALL_END}`
  );
}

/** Whether a line, with its line feed, is longer than lines may be that are read. */
export function isTooLong(line: string, mostBytes: number): boolean {
  return Buffer.byteLength(line, 'utf8') - 1 > mostBytes;
}

/** Why a message with such a record is refused. */
export function tooLongText(mostBytes: number): string {
  return `The record of this message would be longer than ${mostBytes} bytes (ingest.maxLineBytes)`;
}

function breaksJson(name: string, { lineBreaks }: LoggedBody): string {
  return lineBreaks === undefined ? '' : `,"${name}":${JSON.stringify(lineBreaks)}`;
}
