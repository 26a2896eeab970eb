import { lookup } from 'node:dns/promises';
import { addressOf } from '../../alerts/address.ts';
import { transportTo, undeliveredMail } from '../../alerts/channels/smtp.ts';
import { webhookSecret } from '../../alerts/channels/webhook-signatures.ts';
import { type Target, targetsOf } from '../../alerts/targets.ts';
import { Undelivered } from '../../alerts/undelivered.ts';
import { EXIT } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';
import { attempt, bad, type GradedCheck, ok } from './graded-check.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const REMEDY =
  'Correct its address, or check why it cannot be reached from this machine. Its messages are kept until then.';

/**
 * Checks that the addresses of the settings' channels are available. It logs in to a mail server and resolves the host
 * name of a web server. It sends nothing.
 */
export async function checkChannels(settings: Settings, workingDirectory: string): Promise<GradedCheck[]> {
  const checks = await Promise.all(
    targetsOf(settings).map((target) =>
      attempt(`channel ${target.name}`, async () => [await checkAddress(target, workingDirectory)]),
    ),
  );
  return checks.flat();
}

async function checkAddress(target: Target, workingDirectory: string): Promise<GradedCheck> {
  const subject = `channel ${target.name}`;
  try {
    const url = await addressOf(target, workingDirectory);
    if (target.channel?.kind === 'email') return ok(subject, await greetMailServer(url));
    if (target.channel !== undefined) await webhookSecret(target.channel, workingDirectory);
    await lookup(url.hostname.replace(/^\[|\]$/g, '')).catch((error: NodeJS.ErrnoException) => {
      throw new Undelivered(`${url.host}: ${error.code}`);
    });
    return ok(subject, `${url.host} resolves; nothing was sent`);
  } catch (error) {
    if (error instanceof Undelivered) return bad(subject, error.message, REMEDY, EXIT.unreachable);
    throw error;
  }
}

async function greetMailServer(url: URL): Promise<string> {
  const transport = await transportTo(url, TIMEOUT_MILLISECONDS);
  try {
    await transport.verify();
    return `${url.host} accepts mail; nothing was sent`;
  } catch (error) {
    throw undeliveredMail(error, url);
  } finally {
    transport.close();
  }
}
