import { HEARTBEAT_CHANNEL } from '../settings/alerts.ts';
import { heartbeatOf } from '../settings/monitor.ts';
import type { Settings } from '../settings/schema.ts';
import type { SecretPlace } from '../settings/secret.ts';

export type Channel = Settings['alerts']['channels'][number];

/** A destination of messages. */
export interface Target {
  readonly name: string;
  /** Absent for the heartbeat. */
  readonly channel?: Channel;
  readonly address: SecretPlace;
  /** Setting of its address, without `File` or `Command`. */
  readonly setting: string;
}

/** Every target of the settings: their channels, and the heartbeat where its address is set. */
export function targetsOf({ alerts, monitor }: Settings): Target[] {
  const channels = alerts.channels.map((channel): Target => {
    const { name, url, urlFile, urlCommand } = channel;
    return {
      name,
      channel,
      address: { value: url, file: urlFile, command: urlCommand },
      setting: `channel ${name}, url`,
    };
  });
  const heartbeat = heartbeatOf(monitor);
  if (heartbeat === undefined) return channels;
  const { setting, value, file } = heartbeat;
  return [...channels, { name: HEARTBEAT_CHANNEL, address: { value, file }, setting }];
}
