import { didYouMean } from '../did-you-mean.ts';
import { FAULTS, Fault } from '../errors.ts';
import { formatInstant, type Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import { reasonOf } from './deliver.ts';
import { send } from './send.ts';
import { targetsOf } from './targets.ts';
import { PartlyRefused, Undelivered } from './undelivered.ts';

const TIMEOUT_MILLISECONDS = 15_000;

/**
 * Sends a test message to a channel immediately, without the outbox.
 * @returns a problem to show although the message was sent
 * @throws Fault CHANNEL_UNKNOWN, ALERT_UNDELIVERED
 */
export async function testChannel(
  settings: Settings,
  name: string,
  { at, workingDirectory }: { readonly at: Instant; readonly workingDirectory: string },
): Promise<string | undefined> {
  const targets = targetsOf(settings).filter(({ channel }) => channel !== undefined);
  const target = targets.find((one) => one.name === name);
  if (target === undefined) throw unknownChannel(name, targets);
  const writtenAt = formatInstant(at);
  const message = {
    channel: name,
    key: `test ${writtenAt}`,
    severity: 'low' as const,
    facts: { topic: 'test' as const, channel: name },
    writtenAt,
  };
  const sending = { settings, workingDirectory, at, timeoutMilliseconds: TIMEOUT_MILLISECONDS };
  try {
    await send(target, message, sending);
    return undefined;
  } catch (error) {
    if (error instanceof PartlyRefused) return error.message;
    const remedy = remedyOf(error);
    throw new Fault('ALERT_UNDELIVERED', {
      where: `channel ${name}`,
      found: reasonOf(error),
      ...(remedy === undefined ? {} : { remedy }),
    });
  }
}

/** What to do where more is known than that a message was not taken. */
function remedyOf(error: unknown): string | undefined {
  if (error instanceof Fault) return error.detail.remedy ?? FAULTS[error.code].remedy;
  return error instanceof Undelivered ? error.remedy : undefined;
}

function unknownChannel(name: string, targets: readonly { readonly name: string }[]): Fault {
  const names = targets.map((one) => one.name);
  const hint = didYouMean(name, names);
  return new Fault('CHANNEL_UNKNOWN', {
    where: 'alerts test',
    found: name,
    expected: names.length === 0 ? 'a channel of alerts.channels, which names none' : names.join(', '),
    ...(hint === undefined ? {} : { remedy: hint }),
  });
}
