import { z } from 'zod';

/** What is watched, each by its own numbers. */
export const MEASURES = ['silent', 'paid_share', 'stuck', 'late_share', 'mismatches'] as const;

export type Measure = (typeof MEASURES)[number];

export const watch = z
  .strictObject({
    measures: z
      .array(z.enum(MEASURES))
      .default([...MEASURES])
      .describe('What is watched; none: nothing'),
    weeks: z
      .int()
      .min(2)
      .max(12)
      .default(4)
      .describe('How many weeks before the same hours of the same weekday are compared with'),
    least: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(10)
      .describe('Where fewer payments, or orders, were to be expected nothing is concluded'),
    oneIn: z
      .int()
      .min(100)
      .max(1_000_000_000)
      .default(1_000_000)
      .describe('Rarer than once in so many times, were all as ever, is an alarm'),
  })
  .prefault({})
  .describe('What counts as unusual between nights');
