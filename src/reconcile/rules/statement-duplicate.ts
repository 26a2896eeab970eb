import { sql } from 'kysely';
import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const statementDuplicate: Rule = {
  code: 'STATEMENT_DUPLICATE',
  severity: 'high',
  contradictsPayment: true,
  readsStatements: true,
  when: 'statements have two or more paid rows of one payment',
  explanation: 'The service states this payment more than once.',
  remedy:
    'Compare the rows with payin-recon order. If one statement was ingested in two forms, withdraw one. Otherwise ask the service whether the payer was charged twice.',
  holds: (e) => e('e.is_stated_twice', '=', true),
  expected: () => words('1 paid row in statements'),
  actual: () => sql<string>`e.stated_rows::text || ' paid rows'`,
};
