import { Fault } from '../../errors.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, plain } from '../../terminal-text.ts';
import type { FailedVersion, ShippedDelivery } from './ship.ts';

/** What was sent to each delivery, what waits, and why. */
export function shipText(shipped: readonly ShippedDelivery[]): string {
  if (shipped.length === 0)
    return 'The settings have no deliveries; docs/guides/deliveries.md shows how to add one.';
  return shipped.flatMap(deliveryLines).join('\n');
}

function deliveryLines({ name, sent, waiting, isBusy }: ShippedDelivery): string[] {
  const busy = isBusy ? '; another process is sending at the moment' : '';
  const rest = waiting.length === 0 ? '' : `, ${waiting.length} waiting`;
  return [
    `${name}: ${counted(sent.length, 'version')} sent${rest}${busy}.`,
    ...sent.map(({ date, region, version, files, remark }) => {
      const but = remark === undefined ? '' : `, but ${plain(remark)}`;
      return `  ${date} ${region} v${version}: ${counted(files, 'file')}${but}`;
    }),
    ...waiting.map((one) => `  ${waitingText(one)}`),
  ];
}

/** Attempts after which a version does not fail by chance. */
const LASTING_ATTEMPTS = 3;

/**
 * Throws DELIVERY_FAILED if anything waits although it was tried, or failed after it was noted as sent. Where it failed are
 * the deliveries with a version that was tried {@link LASTING_ATTEMPTS} times.
 */
export function checkNothingFailed(shipped: readonly ShippedDelivery[]): void {
  const found = failedTexts(shipped);
  if (found.length === 0) return;
  const lasting = shipped.filter(({ waiting }) =>
    waiting.some(({ attempts }) => attempts >= LASTING_ATTEMPTS),
  );
  const where = lasting.map(({ name }) => name).join(', ');
  throw new Fault('DELIVERY_FAILED', { ...(where === '' ? {} : { where }), found });
}

/** The versions that wait although they were tried, and those that failed after they were noted as sent, one line each. */
export function failedTexts(shipped: readonly ShippedDelivery[]): string[] {
  return shipped.flatMap(({ name, failed, waiting }) =>
    [
      ...waiting.filter(({ attempts }) => attempts > 0).map(waitingText),
      ...failed.filter((one) => !waiting.some((other) => which(other) === which(one))).map(sentText),
    ].map((text) => `delivery ${name}, ${text}`),
  );
}

function sentText(failed: ShippedDelivery['failed'][number]): string {
  return `${which(failed)}: ${plain(failed.error)}; it was sent before that, and is not sent again`;
}

/** How texts name a version. Files of no region are in a folder of their own. */
function which({ date, region, version }: Pick<FailedVersion, 'date' | 'region' | 'version'>): string {
  return `${date} ${regionFolder(region)} v${version}`;
}

function waitingText(waiting: ShippedDelivery['waiting'][number]): string {
  const { attempts, lastError, dueAt } = waiting;
  if (attempts === 0) return `${which(waiting)}: not tried yet`;
  const times = attempts === 1 ? '' : ` (${attempts} attempts)`;
  return `${which(waiting)}: ${plain(lastError ?? '')}${times}; again from ${isoSeconds(dueAt)}`;
}

/** The same for programs. */
export function shipJson(shipped: readonly ShippedDelivery[]): unknown {
  return shipped.map(({ name, kind, sent, failed, waiting, isBusy }) => ({
    delivery: name,
    kind,
    busy: isBusy,
    sent: sent.map(({ remark, ...one }) => ({ ...one, remark: remark ?? null })),
    failed: failed.map(({ retrySeconds, ...one }) => ({ ...one, retry_seconds: retrySeconds })),
    waiting: waiting.map(({ date, region, version, dueAt, attempts, lastError }) => ({
      ...{ date, region: regionFolder(region), version, attempts },
      ...{ due_at: isoSeconds(dueAt), last_error: lastError },
    })),
  }));
}
