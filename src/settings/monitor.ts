import { z } from 'zod';
import { refuseSeveral } from './alternatives.ts';
import { httpUrl, listenAddress, name } from './value-kinds.ts';

/** Alternatives for the address of the heartbeat; one is used. */
export const HEARTBEAT_SETTINGS = [
  'heartbeatUrl',
  'heartbeatUrlFile',
  'goodNightUrl',
  'goodNightUrlFile',
] as const;

export const monitor = z
  .strictObject({
    listen: listenAddress
      .default('')
      .describe("host:port where the schedule answers GET /healthz, /readyz and /metrics; '' for none"),
    heartbeatUrl: httpUrl
      .optional()
      .describe(
        'Address to call after each successful night; the service behind it alerts when a call is missing',
      )
      .meta({ examples: ['https://hc.example/ping/0d9c1f'] }),
    heartbeatUrlFile: name
      .optional()
      .describe('File with that address')
      .meta({ examples: ['/run/secrets/heartbeat-url'] }),
    goodNightUrl: httpUrl.optional().describe('Old name of heartbeatUrl, still accepted'),
    goodNightUrlFile: name.optional().describe('Old name of heartbeatUrlFile, still accepted'),
  })
  .superRefine(
    (said, { addIssue }) => {
      refuseSeveral(said, HEARTBEAT_SETTINGS, (setting, message) =>
        addIssue({ code: 'custom', path: [setting], message }),
      );
    },
    { when: () => true },
  )
  .prefault({})
  .describe('Monitoring from outside');

interface Heartbeat {
  /** Name of the setting, without `File`. */
  readonly setting: string;
  readonly value: string | undefined;
  readonly file: string | undefined;
}

/** The heartbeat's address and the setting that gives it, by its new or its old name; undefined where it is not set. */
export function heartbeatOf({
  heartbeatUrl,
  heartbeatUrlFile,
  goodNightUrl,
  goodNightUrlFile,
}: z.infer<typeof monitor>): Heartbeat | undefined {
  if ((heartbeatUrl ?? heartbeatUrlFile) !== undefined) {
    return { setting: 'monitor.heartbeatUrl', value: heartbeatUrl, file: heartbeatUrlFile };
  }
  if ((goodNightUrl ?? goodNightUrlFile) === undefined) return undefined;
  return { setting: 'monitor.goodNightUrl', value: goodNightUrl, file: goodNightUrlFile };
}
