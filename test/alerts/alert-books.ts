import type { Alert } from '../../src/alerts/alert.ts';
import { type DeliveryRequest, deliver } from '../../src/alerts/deliver.ts';
import { enqueue } from '../../src/alerts/enqueue.ts';
import { listMessages } from '../../src/alerts/list-messages.ts';
import { type Store, transaction } from '../../src/database/store.ts';
import { addSeconds, formatInstant, type Instant, parseWrittenTime } from '../../src/normalise/instant.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Settings } from '../../src/settings/schema.ts';

/** When messages of these tests are written. */
export const AT = instant('2026-11-20T06:00:00Z');

export function instant(text: string): Instant {
  return { seconds: parseWrittenTime(text)!.localSeconds, micros: 0 };
}

export const later = (seconds: number) => addSeconds(AT, seconds);
export const stored = (seconds: number) => formatInstant(later(seconds));

type ChannelInput = Readonly<Record<string, unknown>>;

export function settingsWith(channels: readonly ChannelInput[], others: ChannelInput = {}): Settings {
  return parseSettings({ alerts: { channels }, ...others });
}

/** A heartbeat, which is written for no channel but the built-in one. */
export const HEARTBEAT: Alert = {
  key: 'heartbeat BR 2026-11-19',
  severity: 'low',
  facts: { topic: 'heartbeat', date: '2026-11-19', region: 'BR' },
};

export function write(store: Store, settings: Settings, alerts: readonly Alert[], at = AT): Promise<number> {
  return store.session((session) => transaction(session, () => enqueue(session, settings, alerts, at)));
}

/** Delivers as it is so many seconds after the messages were written. */
export function deliverAfter(
  store: Store,
  settings: Settings,
  seconds: number,
  request: Partial<DeliveryRequest> = {},
) {
  return deliver(store, settings, { now: () => later(seconds), workingDirectory: '.', ...request });
}

export function listed(store: Store, settings: Settings) {
  return store.session((session) => listMessages(session, settings));
}
