import { isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, plain } from '../../terminal-text.ts';
import type { ShippedDelivery } from './ship.ts';

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

/** The versions that wait although they were tried, one line each. */
export function behindTexts(shipped: readonly ShippedDelivery[]): string[] {
  return shipped.flatMap(({ name, waiting }) =>
    waiting.filter(({ attempts }) => attempts > 0).map((one) => `delivery ${name}, ${waitingText(one)}`),
  );
}

function waitingText({
  date,
  region,
  version,
  attempts,
  lastError,
  dueAt,
}: ShippedDelivery['waiting'][number]): string {
  const which = `${date} ${regionFolder(region)} v${version}`;
  if (attempts === 0) return `${which}: not tried yet`;
  const times = attempts === 1 ? '' : ` (${attempts} attempts)`;
  return `${which}: ${plain(lastError ?? '')}${times}; again from ${isoSeconds(dueAt)}`;
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
