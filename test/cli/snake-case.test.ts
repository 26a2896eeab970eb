import { expect, it } from 'vitest';
import { inSnakeCase } from '../../src/cli/snake-case.ts';

it('keys are in snake_case at every depth', () => {
  expect(inSnakeCase({ asOf: [{ newestAt: 1 }] })).toEqual({ as_of: [{ newest_at: 1 }] });
});

it('keys that are data stay as they are: fields of records, and an entry of the setting map', () => {
  const data = {
    unexpectedFields: { 'request.body.payerName': 2 },
    map: { portal: { headerRow: 3, columns: { transactionId: 'trade_no' } } },
  };
  expect(inSnakeCase(data)).toEqual({ unexpected_fields: data.unexpectedFields, map: data.map });
});
