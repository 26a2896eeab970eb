import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  CALLBACK_COLUMNS,
  PAY_IN_COLUMNS,
  REJECT_COLUMNS,
  VIOLATION_COLUMNS,
} from '../../../src/ingest/staging/record-columns.ts';
import { onEngines } from '../../support/engines.ts';

const TYPES: Readonly<Record<string, string>> = {
  text: 'text',
  uuid: 'uuid',
  'timestamp with time zone': 'instant',
  bigint: 'bigint',
  integer: 'integer',
  boolean: 'boolean',
};

onEngines('columns that are staged in binary form', (engine) => {
  it.each([
    ['pay_ins', PAY_IN_COLUMNS],
    ['callbacks', CALLBACK_COLUMNS],
    ['violations', VIOLATION_COLUMNS],
    ['rejects', REJECT_COLUMNS],
  ])('have the types of the table %s', async (table, columns) => {
    const store = await engine.emptied();
    const { rows } = await store.session(({ db }) =>
      sql<{ name: string; type: string }>`
        select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      `.execute(db),
    );
    const types = new Map(rows.map(({ name, type }) => [name, TYPES[type]]));
    expect(columns).toEqual(columns.map(([column]) => [column, types.get(column)]));
  });
});
