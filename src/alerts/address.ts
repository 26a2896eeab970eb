import { ESCAPED, isEscaped } from '../settings/escaped-url.ts';
import { secretText } from '../settings/secret.ts';
import type { Target } from './targets.ts';
import { Undelivered } from './undelivered.ts';

/**
 * The address of a target, read each time it is needed.
 * @throws Fault SECRET_UNAVAILABLE; Undelivered if it is not an address of the target's kind; the message does not
 *   repeat it
 */
export async function addressOf(target: Target, workingDirectory: string): Promise<URL> {
  const isMail = target.channel?.kind === 'email';
  const expected = isMail ? 'smtp://user@host:587, or smtps://' : 'https://host/path';
  const { setting } = target;
  const text = await secretText(target.address, { setting, expected }, workingDirectory);
  const url = text === undefined ? null : URL.parse(text);
  const isRight =
    url !== null && (isMail ? /^smtps?:$/ : /^https?:$/).test(url.protocol) && url.hostname !== '';
  if (!isRight) throw new Undelivered(`${setting}: not an address such as ${expected}`);
  if (!isEscaped(url)) throw new Undelivered(`${setting}: not ${ESCAPED}`);
  return url;
}
