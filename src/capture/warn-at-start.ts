import type { Logger } from 'pino';
import { hostOf, isLoopback, isLoopbackOnly } from '../http/loopback.ts';
import type { CaptureSettings } from '../settings/capture.ts';

/** Logs what other machines cannot do with an endpoint that listens for them, or should not. */
export function warnAtStart(settings: CaptureSettings, isTls: boolean, log: Pick<Logger, 'warn'>): void {
  const { listen, forward, forwardFrom } = settings;
  if (isLoopback(hostOf(listen))) return;
  if (!isTls)
    log.warn(
      'callbacks cross the network in clear: set capture.certificateFile, or put a proxy with TLS in front',
    );
  if (forward !== undefined && forwardFrom.every(isLoopbackOnly))
    log.warn(
      'pay-in requests from other machines get 403: name the addresses of your shop in capture.forwardFrom',
    );
}
