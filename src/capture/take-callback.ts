import type { IncomingMessage } from 'node:http';
import { ACKNOWLEDGEMENT } from '../contract/endpoints.ts';
import { headerTexts } from '../http/header-texts.ts';
import { formatInstant, type Instant, isoInstant } from '../normalise/instant.ts';
import type { CaptureSettings } from '../settings/capture.ts';
import { isVerified } from '../signatures/is-verified.ts';
import type { Signatures } from '../signatures/signatures.ts';
import type { CaptureLog } from './capture-log.ts';
import type { CaptureResult } from './capture-metrics.ts';
import { callbackLine, headersJson, isTooLong, type LoggedBody, tooLongText } from './message-record.ts';
import type { ThrottledLog } from './throttled-log.ts';

export interface CallbackTaken {
  readonly result: CaptureResult;
  readonly status: number;
  readonly text: string;
}

interface CallbackOptions {
  readonly settings: Pick<CaptureSettings, 'unverified'>;
  /** The longest line that is read again. */
  readonly mostLineBytes: number;
  readonly signatures: Signatures | undefined;
  readonly records: Pick<CaptureLog, 'callbacks' | 'unverified' | 'unreadable' | 'hours'>;
  readonly log: ThrottledLog;
}

const REFUSED = { result: 'unverified', status: 401, text: 'The signature is not right' } as const;
const ACKNOWLEDGED = { result: 'stored', status: 200, text: ACKNOWLEDGEMENT } as const;

/**
 * Stores a callback, and only then says what to answer.
 * @param bytes the exact body, over which its signature is checked
 * @param body the same as it is logged
 */
export async function takeCallback(
  { settings, mostLineBytes, signatures, records, log }: CallbackOptions,
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  bytes: Buffer,
  body: LoggedBody,
  receivedAt: Instant,
): Promise<CallbackTaken> {
  const messageOf = () =>
    ({ message: 'callback', headers: headerTexts(request.headers), body: bytes }) as const;
  const verified = signatures && (await isVerified(signatures, messageOf(), log));
  const judged =
    verified !== false
      ? ACKNOWLEDGED
      : settings.unverified === 'refuse'
        ? REFUSED
        : ({ ...ACKNOWLEDGED, result: 'unverified' } as const);
  const at = isoInstant(formatInstant(receivedAt));
  const recordOf = ({ text: ack }: CallbackTaken) =>
    callbackLine({ ...{ receivedAt: at, headers: headersJson(request), body, ack, verified } });
  const record = recordOf(judged);
  const unreadable = records.unreadable?.reason(record, body);
  const taken =
    unreadable !== undefined && judged.status === 200
      ? ({ result: 'refused', status: 422, text: unreadable } as const)
      : judged;
  const line = taken === judged ? record : recordOf(taken);
  if (isTooLong(line, mostLineBytes)) {
    log.error(
      { sha256: body.sha256 },
      'callback not stored, and not acknowledged: its record would be too long to be read',
    );
    records.hours?.missed();
    return { result: 'refused', status: 413, text: tooLongText(mostLineBytes) };
  }
  try {
    if (unreadable !== undefined) await records.unreadable!.append(line, body);
    else await (verified === false ? records.unverified : records.callbacks).append(line);
  } catch (error) {
    log.error({ fault: error }, 'callback not stored, and not acknowledged');
    return { result: 'not_stored', status: 503, text: 'The callback could not be stored' };
  }
  if (verified === false) log.warn({ sha256: body.sha256 }, 'callback with a wrong signature, stored apart');
  return taken;
}
