import { DateTime } from 'luxon';
import { z } from 'zod';
import { currencyCode, name, regionName, seconds } from './value-kinds.ts';

/** How a share of an amount becomes whole minor units. */
export const ROUNDINGS = ['half-up', 'half-even', 'down', 'up'] as const;

export const GRACE_SECONDS = 3600;
export const BANK_DAYS = 3;

const PERCENT = 'a percentage as text with at most six decimals, such as "1.99"';
const FROM = 'a date, yyyy-MM-dd, or an instant with its offset, such as 2026-11-19T12:00:00-03:00';
/** Ten times the largest fee that anybody charges for one payment, in the smallest units. */
const MOST_MINOR = 1_000_000_000_000;
const minor = z.int().min(0).max(MOST_MINOR);

/** What the service charges for a payment. */
export const tariff = z
  .strictObject({
    region: regionName.describe('Region of the payments'),
    method: name.optional().describe('Payment method; absent: all'),
    merchant: name.optional().describe('Merchant identifier; absent: all'),
    currency: currencyCode
      .optional()
      .describe('Currency of the payments, in which fixed, least, most and tolerance are; absent: all'),
    from: z
      .string()
      .refine(isBeginning, { error: FROM })
      .meta({ expected: FROM, examples: ['2026-11-01', '2026-11-19T12:00:00-03:00'] })
      .describe("When it begins to apply: a date of the region's time zone, or an instant"),
    percent: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,6})?$/)
      .default('0')
      .meta({ expected: PERCENT, examples: ['1.99'] })
      .describe('Share of the amount in percent, as text so that it is exact'),
    fixed: minor.default(0).describe('Added to the share, in minor units'),
    least: minor.default(0).describe('The smallest fee, in minor units'),
    most: minor.optional().describe('The largest fee, in minor units; absent: none'),
    rounding: z.enum(ROUNDINGS).describe('How the share is rounded to minor units'),
    tolerance: minor.default(0).describe('Difference that is not reported, in minor units'),
  })
  .refine((one) => one.most === undefined || one.most >= one.least, {
    path: ['most'],
    error: 'at least the smallest fee (least)',
    when: ({ value }) => typeof Object(value).most === 'number' && typeof Object(value).least === 'number',
  });

export type Tariff = z.infer<typeof tariff>;

export const fees = z
  .array(tariff)
  .default([])
  .describe(
    'Tariffs, to compare the fees of statements with; one for a merchant or method goes before others',
  )
  .meta({ examples: [[{ region: 'BR', from: '2026-01-01', percent: '0.99', rounding: 'half-up' }]] });

export const statements = z
  .strictObject({
    graceSeconds: seconds
      .default(GRACE_SECONDS)
      .describe('Time from a payment in a statement until its missing callback is reported'),
  })
  .prefault({})
  .describe("Statements of the service: the payments, fees and payouts of the service's own accounts");

export const bank = z
  .strictObject({
    days: z
      .int()
      .min(0)
      .max(60)
      .default(BANK_DAYS)
      .describe('Days between a payout and the bank row that is matched to it by currency and amount'),
  })
  .prefault({})
  .describe('Account statements of the bank');

/** The instant from which a tariff applies. A date begins at midnight of the region's zone. */
export function tariffBegins(from: string, zone: string): string {
  const at = DateTime.fromISO(from, { zone, setZone: false });
  return at.toUTC().toISO()!;
}

function isBeginning(text: string): boolean {
  if (!DateTime.fromISO(text).isValid) return false;
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) ||
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(text)
  );
}
