import { sql } from 'kysely';
import { count, date, describedAs, difference, money, region, text } from './columns.ts';
import type { Column, Report } from './report.ts';
import { bytewise, heldAt } from './selection.ts';

const COLUMNS: readonly Column[] = [
  date('settled_on', 'Date on which the payout was settled; empty for a bank row without a payout'),
  {
    ...region,
    meaning:
      'Region of the rows, or of the bank row by its currency; empty where no region of the settings matches',
  },
  text('payout_id', 'Number of the payout; empty for a bank row without one', 'PO-20261120-01'),
  text('currency', 'Currency of the payout', 'BRL'),
  count('rows', 'Paid rows of statements that name the payout, with that of the payout itself'),
  ...money('gross', 'currency', 'Sum of its payments before fees'),
  ...money('fee', 'currency', 'Sum of its fees'),
  ...money('refunds', 'currency', 'Sum of its refunds and chargebacks'),
  ...money('net', 'currency', 'What is paid out'),
  ...money(
    'bank',
    'currency',
    'What the bank booked (empty if the amount of one of its rows cannot be read)',
  ),
  ...difference('What the bank booked minus what is paid out, where both are known').map((column) =>
    column.kind === 'amount' ? { ...column, currency: 'currency' } : column,
  ),
  date('booked_on', 'Date on which the bank booked it'),
  text('bank_reference', "Reference in the bank's row", 'PAYOUT PO-20261120-01'),
];

export const payouts: Report = {
  name: 'payouts',
  title: 'Payouts and what the bank booked',
  grain: 'payout and currency settled on the date, or bank row of the date that belongs to no payout',
  fact: true,
  onlyWithRows: true,
  ofStatements: true,
  columns: COLUMNS,
  earlier: [
    {
      upTo: 3,
      columns: describedAs(COLUMNS, {
        region: region.meaning,
        rows: 'Rows of statements that name the payout',
        bank_minor: 'What the bank booked, in minor units of currency',
        bank_amount: 'What the bank booked, in major units of currency',
      }),
    },
  ],
  select: (db, scope) =>
    db
      .selectFrom(
        db
          .selectFrom('payout_rows')
          .selectAll()
          .select(sql`bank_minor - net_minor`.as('difference_minor'))
          .where(heldAt(scope))
          // A payout is of several merchants together.
          .where(sql<boolean>`${scope.merchants === undefined}`)
          .where(sql<boolean>`coalesce(settled_on, booked_on) = ${scope.date}::date`)
          .where('region', '=', scope.region)
          .as('r'),
      )
      .selectAll()
      .orderBy(
        bytewise([
          ...[
            'settled_on',
            'payout_id',
            'currency',
            'bank_minor',
            'booked_on',
            'bank_reference',
            'bank_digest',
          ],
        ]),
      ),
};
