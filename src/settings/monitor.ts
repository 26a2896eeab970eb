import { z } from 'zod';
import { httpUrl, listenAddress, name } from './value-kinds.ts';

export const monitor = z
  .strictObject({
    listen: listenAddress
      .default('')
      .describe("host:port where the schedule answers GET /healthz, /readyz and /metrics; '' nowhere"),
    goodNightUrl: httpUrl
      .optional()
      .describe('Called after each good night; what misses the call raises the alarm')
      .meta({ examples: ['https://hc.example/ping/0d9c1f'] }),
    goodNightUrlFile: name
      .optional()
      .describe('File that holds that address')
      .meta({ examples: ['/run/secrets/good-night-url'] }),
  })
  .prefault({})
  .describe('How the schedule is seen from outside');
