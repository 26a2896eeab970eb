import { z } from 'zod';
import { currencyCode } from './value-kinds.ts';

/** Decisions about findings: which of them need a second person. */
export const decisions = z
  .strictObject({
    writeOffLimits: z
      .record(currencyCode, z.int().min(0))
      .default({})
      .describe('Largest amount that one person may write off, in minor units, by currency')
      .meta({ examples: [{ BRL: 10000 }] }),
  })
  .prefault({})
  .describe('Decisions about findings');
