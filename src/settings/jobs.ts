import { z } from 'zod';
import { cron, dailyCron, seconds } from './value-kinds.ts';

export const jobs = z
  .strictObject({
    ingest: cron.default('5 * * * *').describe('Cron, UTC'),
    nightly: dailyCron.default('30 2 * * *').describe("Cron, in each region's zone"),
    watch: cron.default('*/15 * * * *').describe('Cron, UTC'),
    retention: cron.default('0 4 * * 0').describe('Cron, UTC'),
    verify: cron.default('0 5 * * 0').describe('Cron, UTC'),
    holdNights: z
      .boolean()
      .default(false)
      .describe('Whether a night publishes nothing, and fails, while a source cannot be read whole'),
    keepDays: z
      .int()
      .min(1)
      .max(36_500)
      .optional()
      .describe('What retention takes out is older than so many days; absent: nothing')
      .meta({ examples: [400] }),
    attempts: z.int().min(1).max(100).default(5).describe('After so many failures people are told'),
    stopSeconds: seconds.default(60).describe('How long a run may take to end once told to stop'),
  })
  .prefault({})
  .describe('When the scheduled jobs run');
