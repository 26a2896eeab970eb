import type { CapturedHours } from './capture-log.ts';
import type { ThrottledLog } from './throttled-log.ts';

const EVERY_MILLISECONDS = 1000;

/**
 * Looks once a second whether an hour is over.
 * @param before done before each look
 * @returns stops it; resolves once nothing of it is under way
 */
export function watchHours(
  hours: CapturedHours | undefined,
  log: Pick<ThrottledLog, 'error'>,
  before: () => Promise<void> = async () => undefined,
): () => Promise<void> {
  if (hours === undefined) return async () => undefined;
  let current: Promise<void> | undefined;
  const look = () => {
    current ??= before()
      .then(() => hours.look())
      .catch((error: unknown) => log.error({ fault: error }, 'hour not completed; tried again'))
      .finally(() => {
        current = undefined;
      });
  };
  look();
  const timer = setInterval(look, EVERY_MILLISECONDS).unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
