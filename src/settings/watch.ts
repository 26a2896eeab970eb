import { z } from 'zod';

/** Measures of the anomaly watch. */
export const MEASURES = ['silent', 'paid_share', 'stuck', 'late_share', 'mismatches'] as const;

export type Measure = (typeof MEASURES)[number];

export const watch = z
  .strictObject({
    measures: z
      .array(z.enum(MEASURES))
      .default([...MEASURES])
      .describe('Measures to watch; empty: none'),
    weeks: z
      .int()
      .min(2)
      .max(12)
      .default(4)
      .describe('Number of earlier weeks whose same weekday and hours are the comparison'),
    least: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(10)
      .describe('No alarm where fewer payments or orders than this were expected'),
    oneIn: z
      .int()
      .min(100)
      .max(1_000_000_000)
      .default(1_000_000)
      .describe('An alarm is raised for what chance alone would cause less than once in this many times'),
  })
  .prefault({})
  .describe('Anomaly watch');
