import type { IncomingMessage } from 'node:http';
import { type HttpAnswer, TEXT_TYPE } from '../http/answer.ts';
import { packingOf, readBody } from '../http/read-body.ts';
import type { CaptureSettings } from '../settings/capture.ts';
import { type LoggedBody, loggedBody } from './message-record.ts';

export interface ReadMessage {
  readonly bytes: Buffer;
  readonly body: LoggedBody;
}

export interface RefusedMessage {
  readonly refused: HttpAnswer;
  /** Whether it is no message of the interface, whatever it is. Another one may be, and is in no log. */
  readonly isOther: boolean;
}

/** Reads the body of a message. */
export async function readMessage(
  request: IncomingMessage,
  { maxBodyBytes, keepPayer }: Pick<CaptureSettings, 'maxBodyBytes' | 'keepPayer'>,
): Promise<ReadMessage | RefusedMessage> {
  const coding = packingOf(request);
  if (coding !== undefined)
    return refusedMessage(415, `Content-Encoding ${coding} is not taken; send the body as it is`);
  const bytes = await readBody(request, maxBodyBytes);
  if (bytes === 'too long') return refusedMessage(413, `The body is longer than ${maxBodyBytes} bytes`);
  if (bytes === 'aborted') return refusedMessage(400, 'The body ended too early');
  const body = loggedBody(bytes, keepPayer);
  if (!('wrong' in body)) return { bytes, body };
  return refusedMessage(400, `Not a message of the interface: ${body.wrong}`, body.isTooDeep !== true);
}

function refusedMessage(status: number, text: string, isOther = false): RefusedMessage {
  return { refused: refusal(status, text), isOther };
}

export function refusal(
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): HttpAnswer {
  return { status, type: TEXT_TYPE, body: `${text}\n`, headers };
}
