import { inTime } from './in-time.ts';
import type { CallbackMessage, RequestMessage, Signatures } from './signatures.ts';

/** Whether the signature of a message is right. A module that fails on a message has not found its signature right. */
export async function isVerified(
  signatures: Signatures,
  message: CallbackMessage | RequestMessage,
  log: { error(fields: object, message: string): void },
): Promise<boolean> {
  try {
    const verdict =
      message.message === 'request' ? signatures.verifyRequest(message) : signatures.verifyCallback(message);
    return (await inTime(verdict)) === true;
  } catch (error) {
    log.error(
      { fault: error },
      `the module of signatures failed; the ${message.message} counts as not verified`,
    );
    return false;
  }
}
