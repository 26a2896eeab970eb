import { type RawBuilder, sql } from 'kysely';
import { majorUnits, money } from './expressions.ts';
import type { Rule } from './rule.ts';

/** Gross less fee, as the statement has both. */
function grossLessFee(): RawBuilder<string | null> {
  const minor = sql`(e.stated_minor - e.stated_fee_minor)`;
  return sql<
    string | null
  >`nullif(concat_ws(' ', e.stated_currency, ${majorUnits(minor, sql.ref('e.stated_currency'))}), '')`;
}

export const netMismatch: Rule = {
  code: 'NET_MISMATCH',
  severity: 'medium',
  contradictsPayment: false,
  readsStatements: true,
  when: 'the net amount of a paid row is not its gross amount less its fee',
  explanation: 'The amounts of a statement row do not add up.',
  remedy:
    'Check which columns of the statement the setting map takes for gross, fee and net. If they are right, ask the service what else it deducted.',
  holds: (e) => e('e.net_differs', '=', true),
  expected: () => grossLessFee(),
  actual: () => money('stated_currency', 'stated_net_minor'),
};
