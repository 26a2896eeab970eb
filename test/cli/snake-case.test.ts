import { expect, it } from 'vitest';
import { inSnakeCase } from '../../src/cli/snake-case.ts';

it('keys are in snake_case at every depth', () => {
  expect(inSnakeCase({ asOf: [{ newestAt: 1 }] })).toEqual({ as_of: [{ newest_at: 1 }] });
});

it('keys that are data stay as they are: fields of records, and settings', () => {
  const data = {
    unexpectedFields: { 'request.body.payerName': 2 },
    settings: [{ path: 'map', before: null, after: { portal: { headerRow: 3 } } }],
    map: { portal: { headerRow: 3, columns: { transactionId: 'trade_no' } } },
  };
  expect(inSnakeCase(data)).toEqual({
    unexpected_fields: data.unexpectedFields,
    map: data.map,
    settings: data.settings,
  });
});
