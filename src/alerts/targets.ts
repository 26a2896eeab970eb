import { GOOD_NIGHT_CHANNEL } from '../settings/alerts.ts';
import type { Settings } from '../settings/schema.ts';
import type { SecretPlace } from '../settings/secret.ts';

export type Channel = Settings['alerts']['channels'][number];

/** Where messages of one name go. */
export interface Target {
  readonly name: string;
  /** Absent for the call that tells of a good night. */
  readonly channel?: Channel;
  readonly address: SecretPlace;
  /** What messages call its address, before `File` or `Command`. */
  readonly setting: string;
}

/** Every target of the settings: their channels, and `good-night` where monitor.goodNightUrl or its file is set. */
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
  const { goodNightUrl, goodNightUrlFile } = monitor;
  if ((goodNightUrl ?? goodNightUrlFile) === undefined) return channels;
  return [
    ...channels,
    {
      name: GOOD_NIGHT_CHANNEL,
      address: { value: goodNightUrl, file: goodNightUrlFile },
      setting: 'monitor.goodNightUrl',
    },
  ];
}
