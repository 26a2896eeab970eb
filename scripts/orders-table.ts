import { orders } from '../reports/orders.ts';
import { type ColumnKind, shownColumns } from '../reports/report.ts';
import { fenced } from './markdown.ts';

/** Types of PostgreSQL for the cells of a CSV. A local time is a text, so that it keeps its offset. */
const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  cell: 'text',
  local: 'text',
  date: 'date',
  count: 'bigint',
  minor: 'bigint',
  amount: 'numeric',
  percent: 'numeric',
  utc: 'timestamptz',
};

/** A table for orders.csv of a store without statements, for docs/guides/load-the-reports.md. */
export function ordersTable(): string {
  const columns = shownColumns(orders, { ofStatements: false }).map(
    ({ name, kind }) => `  ${name} ${TYPES[kind]}`,
  );
  const key = `  primary key (business_date, ${orders.primaryKey!.join(', ')})`;
  return fenced('sql', `create table orders (\n${[...columns, key].join(',\n')}\n);`);
}
