import { DateTime } from 'luxon';
import { z } from 'zod';
import { TRIAL_TIMES } from './trial-times.ts';
import { zone } from './value-kinds.ts';

const name = z
  .string()
  .min(1)
  .describe(
    'File name, after folders or not, with Luxon tokens in braces, such as callbacks-{yyyy-MM-dd-HH}.ndjson.gz',
  );

const EXPECTED_NAME =
  'a name with year, month and day, or these and the hour, in braces, such as calls-{yyyy-MM-dd-HH}.ndjson';

/** Files that must come for every hour or day, by the clock of the region or of a zone of their own. */
export const expectedNames = z
  .array(
    z.union([
      name,
      z.strictObject({
        name,
        region: z
          .string()
          .min(1)
          .optional()
          .describe('Region of the records, if all files of this name are of one'),
        kind: z
          .enum(['pay-ins', 'callbacks', 'statements'])
          .optional()
          .describe('Kind of the records, if all files of this name are of one'),
        zone: zone
          .optional()
          .describe("Time zone of the day or hour in the name, if it is not the region's; capture uses UTC"),
      }),
    ]),
  )
  .superRefine((entries, { addIssue }) => {
    for (const [index, entry] of entries.entries()) {
      const input = typeof entry === 'string' ? entry : entry.name;
      const path = typeof entry === 'string' ? [index] : [index, 'name'];
      if (!isExpectedName(input)) addIssue({ code: 'custom', path, message: EXPECTED_NAME, input });
    }
  });

/** Whether a name says which day or hour it is of, whatever day it is today. */
function isExpectedName(pattern: string): boolean {
  const unit = unitOf(pattern);
  if (unit === undefined || pattern.includes("'")) return false;
  const format = formatOf(pattern);
  const options = { zone: 'UTC', locale: 'en-US' };
  return TRIAL_TIMES.every((text) => {
    const at = DateTime.fromISO(text, options);
    const read = DateTime.fromFormat(at.toFormat(format), format, options);
    return read.isValid && read.toSeconds() === at.startOf(unit).toSeconds();
  });
}

/** Luxon's format: what is outside of braces is meant literally. */
export function formatOf(pattern: string): string {
  return pattern
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? part.slice(1, -1) : part === '' ? '' : `'${part}'`))
    .join('');
}

/** How the names begin and end: what is before the first braces and after the last. */
export function endsOf(pattern: string): RegExp {
  const parts = pattern.split(/(\{[^}]*\})/);
  const literal = (part: string) =>
    part.startsWith('{') ? '' : part.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  // Luxon reads names without regard to case.
  return new RegExp(`^${literal(parts[0]!)}.*${literal(parts.at(-1)!)}$`, 'is');
}

/** For how long there is one file; undefined if the name does not tell. */
export function unitOf(pattern: string): 'hour' | 'day' | undefined {
  const tokens = [...pattern.matchAll(/\{([^}]*)\}/g)].map(([, text]) => text!).join(' ');
  if (/[Hh]/.test(tokens)) return 'hour';
  return /[do]/.test(tokens) ? 'day' : undefined;
}
