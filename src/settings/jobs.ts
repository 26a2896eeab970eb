import { z } from 'zod';
import { cron, dailyCron, seconds } from './value-kinds.ts';

export const jobs = z
  .strictObject({
    ingest: cron.default('5 * * * *').describe('Cron expression, UTC'),
    nightly: dailyCron.default('30 2 * * *').describe("Cron expression, in each region's zone"),
    watch: cron.default('1-59/15 * * * *').describe('Cron expression, UTC'),
    deliver: cron.default('*/5 * * * *').describe('Cron expression, UTC'),
    retention: cron
      .default('0 12 * * 0')
      .describe(
        'Cron expression, UTC; after the nights of all regions, so that no change waits for its report',
      ),
    verify: cron.default('0 5 * * 0').describe('Cron expression, UTC'),
    judge: z
      .boolean()
      .default(false)
      .describe(
        'Whether the ingest job also judges what it has read, so that findings are known before the night',
      ),
    holdNights: z
      .boolean()
      .default(false)
      .describe('Whether a night fails without publishing while a source cannot be read completely'),
    keepDays: z
      .int()
      .min(1)
      .max(36_500)
      .optional()
      .describe('Days after which the retention job purges data; absent: never')
      .meta({ examples: [400] }),
    attempts: z.int().min(1).max(100).default(5).describe('Failures before an alert is sent'),
    stopSeconds: seconds.default(60).describe('Time that a run may take to stop after a signal'),
  })
  .prefault({})
  .describe('Scheduled jobs');
