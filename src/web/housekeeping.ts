import { removeEndedSessions } from '../access/sessions.ts';
import { removeOldAttempts } from '../access/sign-in-limits.ts';
import { appendWaiting } from '../audit/events.ts';
import type { Site } from './visit.ts';

const EVERY_MILLISECONDS = 60_000;

/**
 * Removes ended sessions and old attempts to sign in, and moves waiting events to the audit trail, once a minute.
 * @returns a function that stops it, and resolves when nothing of it is under way
 */
export function startHousekeeping(site: Site): () => Promise<void> {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= keepHouse(site)
      .catch((error: unknown) => site.log.warn({ fault: error }, 'old sessions could not be removed'))
      .finally(() => {
        current = undefined;
      });
  }, EVERY_MILLISECONDS);
  return async () => {
    clearInterval(timer);
    await current;
  };
}

/** Does it once. */
async function keepHouse({ store, settings, now }: Site): Promise<void> {
  await store.apart(async (session) => {
    await removeEndedSessions(session, now(), settings.page);
    await removeOldAttempts(session, now());
  });
  await appendWaiting(store);
}
