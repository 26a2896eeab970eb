import { Undelivered } from '../../alerts/undelivered.ts';
import { appliedMigrations } from '../../database/migrate.ts';
import { MIGRATIONS } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { EXIT } from '../../errors.ts';
import type { Delivery, Settings } from '../../settings/schema.ts';
import { signingKey } from '../../signing/signing-key.ts';
import { fingerprintOf, publicKeyOf } from '../../signing/ssh-signature.ts';
import { counted } from '../../terminal-text.ts';
import { waitingVersions } from '../deliver/delivery-list.ts';
import { openPlace } from '../deliver/open-place.ts';
import { attempt, bad, doubtful, type GradedCheck, ok } from './graded-check.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const REMEDY =
  'Correct what is named. What it takes waits until then; docs/guides/deliveries.md shows each place.';

/**
 * Checks that each place of the deliveries can be reached and written, and the key that signs. What it writes to try it,
 * it removes; it sends no mail.
 */
export async function checkDeliveries(settings: Settings, workingDirectory: string): Promise<GradedCheck[]> {
  const { deliveries, signing } = settings;
  if (deliveries.length === 0) return [];
  const checks = await Promise.all([
    attempt('signing', async () => {
      const key = await signingKey(signing, workingDirectory);
      return key === undefined ? [] : [ok('signing', `key ${fingerprintOf(publicKeyOf(key))}`)];
    }),
    ...deliveries.map((delivery) =>
      attempt(`delivery ${delivery.name}`, async () => [await checkPlace(delivery, workingDirectory)]),
    ),
  ]);
  return checks.flat();
}

async function checkPlace(delivery: Delivery, workingDirectory: string): Promise<GradedCheck> {
  const subject = `delivery ${delivery.name}`;
  const announcement = { subject: '', text: '', messageId: '' };
  const timeoutMilliseconds = TIMEOUT_MILLISECONDS;
  try {
    const place = await openPlace({ delivery, workingDirectory, timeoutMilliseconds, announcement });
    try {
      await place.probe();
      const can = delivery.kind === 'email' ? 'accepts mail; nothing was sent' : 'can be written';
      return ok(subject, `${place.address} ${can}`);
    } finally {
      await place.close();
    }
  } catch (error) {
    if (error instanceof Undelivered) return bad(subject, error.message, REMEDY, EXIT.unreachable);
    throw error;
  }
}

/** Checks for versions that a delivery could not send. */
export async function checkWaiting(session: Session, { deliveries }: Settings): Promise<GradedCheck[]> {
  const applied = await appliedMigrations(session);
  if (applied?.length !== MIGRATIONS.length) return [];
  const checks: GradedCheck[] = [];
  for (const { name } of deliveries) {
    const waiting = await waitingVersions(session, name);
    const failing = waiting.filter(({ attempts }) => attempts > 0);
    const [first] = failing;
    if (first === undefined) continue;
    const found = `${counted(waiting.length, 'version')} not sent, ${failing.length} of them tried; ${first.lastError}`;
    checks.push(
      doubtful(`delivery ${name}`, found, 'After the correction, payin-recon deliver sends what is due.'),
    );
  }
  return checks;
}
