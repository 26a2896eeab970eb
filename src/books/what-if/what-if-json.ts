import { z } from 'zod';
import { isoInstant } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import type { ShownOrder } from './differences.ts';
import type { ShownPayout } from './payout-differences.ts';
import type { WhatIfResult } from './what-if.ts';

const minor = z.string().describe('Minor units');
const region = z.string().describe("Name of the region, 'other' for orders without one");
const date = z.string().describe('yyyy-MM-dd');
const currency = z.string().nullable();

const sums = z.strictObject({ orders: z.int(), requested_minor: minor, paid_minor: minor });
const payments = z.strictObject({ payments: z.int(), paid_minor: minor });
const shownOrder = z
  .strictObject({
    date,
    region,
    outcome: z.string(),
    findings: z.array(z.string()).describe('Codes, sorted'),
    currency,
    requested_minor: minor.nullable(),
    paid_currency: currency,
    paid_minor: minor.nullable(),
  })
  .nullable();

const shownPayout = z
  .strictObject({
    rows: z.int().describe('Rows of statements that name the payout; 0 for a bank row without one'),
    gross_minor: minor.nullable().describe('Sum of the payments, in minor units'),
    fee_minor: minor.nullable().describe('Sum of the fees, in minor units'),
    refunds_minor: minor.nullable().describe('Sum of refunds and chargebacks, in minor units'),
    net_minor: minor.nullable().describe('What is paid out, in minor units'),
    bank_minor: minor.nullable().describe('What the bank booked, in minor units'),
    booked_on: date.nullable(),
    bank_reference: z.string().nullable(),
  })
  .nullable();

/** What `what-if --json` prints. */
export const WHAT_IF_SCHEMA = z.strictObject({
  as_of: z.iso.datetime().describe('UTC'),
  settings: z
    .array(z.strictObject({ path: z.string(), before: z.unknown(), after: z.unknown() }))
    .describe('The settings that were tried'),
  read_again: z
    .strictObject({
      ...{ records: z.int(), pay_ins: z.int(), callbacks: z.int() },
      stated: z.int().describe('Rows of statements and banks'),
      moved: z.int(),
    })
    .nullable()
    .describe(
      'Stored records that were read again, and how many read otherwise; null if no setting bears on reading',
    ),
  stale_sources: z
    .int()
    .describe(
      'Sources that were read by other settings than those in use: part of the differences are theirs',
    ),
  dates: z.array(
    z.strictObject({
      date,
      closed: z
        .array(
          z.strictObject({
            region,
            values: z
              .int()
              .describe('Rows of adjustments.csv that would have the date as their business date'),
            known_date: date.nullable().describe('Date whose adjustments.csv would have them; null if none'),
          }),
        )
        .describe(
          'Regions in which the date is closed: what differs would become adjustments, and no new version',
        ),
      orders: z.strictObject({
        different: z.int().describe('Orders whose outcome, findings, money, region or date differ'),
        other_outcome: z.int().describe('Of those, orders with another outcome, and orders that come or go'),
        other_values: z.int().describe('Orders of which only other values differ, such as the deadline'),
      }),
      outcomes: z.array(z.strictObject({ region, outcome: z.string(), currency, before: sums, after: sums })),
      payments: z
        .array(z.strictObject({ region, currency, before: payments, after: payments }))
        .describe('Payments with this paid date, where they differ'),
      findings: z.array(
        z.strictObject({ code: z.string(), severity: z.enum(SEVERITIES), begun: z.int(), ended: z.int() }),
      ),
      payouts: z
        .strictObject({
          different: z.int(),
          listed: z
            .array(
              z.strictObject({
                ...{ region, payout_id: z.string().nullable(), currency },
                ...{ before: shownPayout, after: shownPayout },
              }),
            )
            .describe('The first of them, at most --limit; null where it is not shown on the date'),
        })
        .describe('Payouts of the date, and bank rows without one (payout_id is null), that differ'),
      listed: z
        .array(
          z.strictObject({
            merchant_id: z.string(),
            order_no: z.string(),
            before: shownOrder,
            after: shownOrder,
          }),
        )
        .describe('The first orders that differ, at most --limit; null where the order is not shown'),
    }),
  ),
  adjusted: z
    .array(
      z.strictObject({
        known_date: date.describe('Date whose adjustments.csv would have them'),
        ...{ region, dates: z.int().describe('Closed dates'), values: z.int() },
      }),
    )
    .describe('What would be adjusted of closed dates, also of those that were not asked about'),
  previews: z.array(z.strictObject({ date, region, folder: z.string() })),
});

export type WhatIfJson = z.infer<typeof WHAT_IF_SCHEMA>;

export function whatIfJson(result: WhatIfResult): WhatIfJson {
  const { readAgain } = result;
  return {
    as_of: isoInstant(result.asOf),
    settings: result.settings.map(({ path, before, after }) => ({
      path,
      before: before ?? null,
      after: after ?? null,
    })),
    read_again:
      readAgain === null
        ? null
        : {
            records: readAgain.records,
            pay_ins: readAgain.payIns,
            callbacks: readAgain.callbacks,
            stated: readAgain.stated,
            moved: readAgain.moved,
          },
    stale_sources: result.staleSources,
    dates: result.dates.map(dateJson),
    adjusted: result.adjusted.map(({ knownDate, region, dates, values }) => ({
      ...{ known_date: knownDate, region: regionFolder(region), dates, values },
    })),
    previews: result.previews.map(({ date, region, folder }) => ({
      date,
      region: regionFolder(region),
      folder,
    })),
  };
}

function dateJson(one: WhatIfResult['dates'][number]): WhatIfJson['dates'][number] {
  return {
    date: one.date,
    closed: one.closed.map(({ region, values, knownDate }) => ({
      ...{ region: regionFolder(region), values, known_date: knownDate },
    })),
    orders: { different: one.orders, other_outcome: one.outcomes, other_values: one.otherValues },
    outcomes: one.byOutcome.map(({ before, after, ...difference }) => ({
      ...difference,
      region: regionFolder(difference.region),
      before: { orders: before.orders, requested_minor: before.requestedMinor, paid_minor: before.paidMinor },
      after: { orders: after.orders, requested_minor: after.requestedMinor, paid_minor: after.paidMinor },
    })),
    payments: one.payments.map(({ region, currency, before, after }) => ({
      ...{ region: regionFolder(region), currency },
      before: { payments: before.payments, paid_minor: before.paidMinor },
      after: { payments: after.payments, paid_minor: after.paidMinor },
    })),
    findings: [...one.findings],
    payouts: {
      different: one.payouts.different,
      listed: one.payouts.listed.map(({ region, payoutId, currency, before, after }) => ({
        ...{ region: regionFolder(region), payout_id: payoutId, currency },
        ...{ before: payoutJson(before), after: payoutJson(after) },
      })),
    },
    listed: one.listed.map(({ merchantId, orderNo, before, after }) => ({
      ...{ merchant_id: merchantId, order_no: orderNo },
      before: shownJson(before),
      after: shownJson(after),
    })),
  };
}

type PayoutJson = WhatIfJson['dates'][number]['payouts']['listed'][number]['before'];

function payoutJson(shown: ShownPayout | null): PayoutJson {
  if (shown === null) return null;
  return {
    ...{ rows: shown.rows, gross_minor: shown.grossMinor, fee_minor: shown.feeMinor },
    ...{ refunds_minor: shown.refundsMinor, net_minor: shown.netMinor, bank_minor: shown.bankMinor },
    ...{ booked_on: shown.bookedOn, bank_reference: shown.bankReference },
  };
}

function shownJson(shown: ShownOrder | null): WhatIfJson['dates'][number]['listed'][number]['before'] {
  if (shown === null) return null;
  return {
    date: shown.date,
    region: regionFolder(shown.region),
    outcome: shown.outcome,
    findings: [...shown.findings],
    currency: shown.currency,
    requested_minor: shown.requestedMinor,
    paid_currency: shown.paidCurrency,
    paid_minor: shown.paidMinor,
  };
}
