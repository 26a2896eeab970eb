import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Settings } from '../../settings/schema.ts';
import { paidMoney, requestedMoney } from './expressions.ts';
import type { Rule } from './rule.ts';

export const amountMismatch: Rule = {
  code: 'AMOUNT_MISMATCH',
  severity: 'high',
  contradictsPayment: true,
  when: "paid and requested amount differ by more than the currency's tolerance, in one currency; reason unit_scale when one is exactly 100 times the other, else overpaid or underpaid",
  explanation: 'The amount that was paid is not the amount that was asked for.',
  remedy:
    'Compare both texts in amount-mismatches.csv. With the reason unit_scale, check amountUnit of the region and run payin-recon renormalise. Otherwise collect or pay back the difference, then resolve the finding.',
  holds: (e, context) =>
    e.and([
      e('e.paid_currency', '=', e.ref('e.requested_currency')),
      sql<SqlBool>`abs(e.paid_minor - e.requested_minor) > ${tolerance(context.settings)}`,
    ]),
  reason: () => sql<string>`case
    when e.paid_minor = e.requested_minor * 100::numeric or e.requested_minor = e.paid_minor * 100 then 'unit_scale'
    when e.paid_minor > e.requested_minor then 'overpaid'
    else 'underpaid'
  end`,
  expected: () => requestedMoney(),
  actual: () => paidMoney(),
};

/** The largest difference in minor units that is accepted, by currency; 0 if none is set. */
function tolerance(settings: Settings): RawBuilder<string> {
  const branches = Object.entries(settings.tolerances).map(
    ([currency, minor]) => sql`when e.requested_currency = ${currency} then ${minor}::bigint`,
  );
  return branches.length === 0 ? sql`0` : sql`case ${sql.join(branches, sql` `)} else 0 end`;
}
