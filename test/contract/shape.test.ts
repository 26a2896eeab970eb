import { expect, it } from 'vitest';
import { JsonNumber } from '../../src/contract/json.ts';
import { shape } from '../../src/contract/violation.ts';

it.each([
  [undefined, 'absent'],
  [null, 'null'],
  ['', 'empty string'],
  ['x', 'string of 1 character'],
  ['ação😀', 'string of 5 characters'],
  ['\udc00\ud800', 'string of 2 characters'],
  [1.5, 'number'],
  [new JsonNumber('1e400'), 'number'],
  [true, 'boolean'],
  [[1], 'array'],
  [{ a: 1 }, 'object'],
])('shows %j as %s', (value, shown) => {
  expect(shape(value)).toBe(shown);
});
