/** A shop's five comparable Fridays, what goes wrong on the last, and what the watch says of it. */
import type { Alert } from '../../../src/alerts/alert.ts';
import type { Store } from '../../../src/database/store.ts';
import { instantOfMilliseconds } from '../../../src/normalise/instant.ts';
import { watch } from '../../../src/operations/watch/run-watch.ts';
import { watchText } from '../../../src/operations/watch/watch-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { type Evidence, type Steady, steadyOrders } from './evidence.ts';

export const SETTINGS = parseSettings({});
export const HOUR = 3600;
const WEEK = 7 * 24 * HOUR;
/** A Friday, 14:05 in Cairo and 09:05 in São Paulo. */
export const TROUBLE = Date.parse('2026-11-20T12:05:00Z') / 1000;

export const SHOPS: readonly Steady[] = [
  { merchantId: 'E1', paymentMethod: 'FAWRY', every: 40 },
  { merchantId: 'E2', paymentMethod: 'FAWRY', every: 90 },
  { merchantId: 'E1', paymentMethod: 'WALLET', every: 60 },
  { merchantId: 'B1', paymentMethod: 'PIX', every: 30 },
];

/** Eight hours of the four Fridays before. */
export function weeksBefore(shops: readonly Steady[] = SHOPS): Evidence[] {
  return [4, 3, 2, 1].flatMap((week) =>
    shops.flatMap((shop) =>
      steadyOrders(shop, TROUBLE - week * WEEK - 6 * HOUR, TROUBLE - week * WEEK + 2 * HOUR),
    ),
  );
}

/** The last Friday until some minutes after the trouble began; each order as `change` makes it. */
export function lastFriday(
  minutes: number,
  change: (order: Evidence) => Evidence | undefined = (one) => one,
): Evidence[] {
  const until = TROUBLE + minutes * 60;
  return SHOPS.flatMap((shop) => steadyOrders(shop, TROUBLE - 6 * HOUR, until)).flatMap((order) => {
    const changed = change(order);
    if (changed === undefined) return [];
    // What is told later is not in the logs yet.
    return [
      { ...changed, receivedAt: (changed.receivedAt ?? Infinity) > until ? undefined : changed.receivedAt },
    ];
  });
}

export async function watchAfter(store: Store, minutes: number, settings = SETTINGS) {
  const alerts: Alert[] = [];
  const at = instantOfMilliseconds((TROUBLE + minutes * 60) * 1000)!;
  const announce = async (_session: unknown, all: readonly Alert[]) => void alerts.push(...all);
  const result = await watch(store, settings, { at, announce });
  return { result, alerts, text: watchText(result, settings) };
}

export const silenced = (of: (order: Evidence) => boolean) => (order: Evidence) =>
  of(order) && (order.receivedAt ?? 0) > TROUBLE ? { ...order, receivedAt: undefined } : order;
