import { addressOf } from './address.ts';
import { bodySlack } from './bodies/body-slack.ts';
import { bodyText } from './bodies/body-text.ts';
import { compose } from './bodies/compose.ts';
import { sendEmail } from './channels/email.ts';
import { call } from './channels/http.ts';
import { sendWebhook } from './channels/webhook.ts';
import type { Message, Sending } from './message.ts';
import type { Target } from './targets.ts';

/**
 * Sends a message to its target, once.
 * @returns false if it is a mail and all recipients of the settings have it already
 * @throws Undelivered, PartlyRefused, or Fault SECRET_UNAVAILABLE if its address is not available
 */
export async function send(target: Target, message: Message, sending: Sending): Promise<boolean> {
  const url = await addressOf(target, sending.workingDirectory);
  const { channel } = target;
  const { facts } = message;
  if (channel === undefined || facts.topic === 'heartbeat') {
    await call(url, { method: 'GET' }, sending);
    return true;
  }
  const composed = { ...message, facts };
  if (channel.kind === 'email') return sendEmail(url, channel, composed, sending);
  const language = channel.language ?? sending.settings.alerts.language;
  const letter = compose(facts, sending.settings, language);
  if (channel.kind === 'slack') {
    const body = JSON.stringify(bodySlack(letter, language));
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    await call(url, { method: 'POST', headers, body }, sending);
  } else {
    await sendWebhook(url, channel, composed, bodyText(letter, language), sending);
  }
  return true;
}
