import type { Equivalent } from './equivalent.ts';
import { same } from './same-reason.ts';

/** A step of delays is the longer one from a limit on. */
const STEPS = [
  [120, 1],
  [600, 5],
  [3600, 30],
  [86_400, 300],
] as const;

/** Changes of parts that several statements share, and of what finds payouts in references. */
export const EQUIVALENT_PARTS: readonly Equivalent[] = [
  ...same(
    'src/reconcile/step-parts.ts',
    'the limit is a multiple of both steps',
    STEPS.flatMap(([limit, step]) => {
      const line = `when $${'{seconds}'} < ${limit} then ${step}`;
      return [[line, '<', '<='] as const, [line, String(limit), String(limit + 1)] as const];
    }),
  ),
  ...same('src/reconcile/step-parts.ts', 'an order with one payment that is not too much owes nothing', [
    [
      "o.amount_reason = 'overpaid' or o.payments > 1 or ' ' || o.findings || ' ' like '% PAID\\\\_AFTER\\\\_REJECTION %'",
      '>',
      '>=',
    ],
  ]),
  ...same('sql/ingest/124_bank_references.sql', 'equal payouts are counted once', [
    [
      "select distinct payout_id, coalesce(currency, '') as currency from statements where payout_id is not null",
      'select distinct',
      'select',
    ],
  ]),
];
