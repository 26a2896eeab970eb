import { expect, it } from 'vitest';
import { isBlank } from '../src/blank-text.ts';

it.each([
  '',
  ' ',
  '\t\n',
  '\u00a0\u3000',
  '\u200b',
  '\u2060\ufeff',
  '\u202e',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\0',
])('is blank: %j', (text) => expect(isBlank(text)).toBe(true));

it.each(['x', '0', '.', '\u200bx', 'مرتجع', '日本', '👍🏽', '\u202eabc', 'a\u0301', '\uf8ff'])(
  'can be seen: %j',
  (text) => expect(isBlank(text)).toBe(false),
);
