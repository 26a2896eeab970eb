import { expect, it } from 'vitest';
import { headerTexts } from '../../src/http/header-texts.ts';

it('headers are given by names in lower case, several values of one as a list', () => {
  const headers = { 'x-timestamp': 't', 'set-cookie': ['a', 'b'], missing: undefined };
  expect(headerTexts(headers)).toEqual({ 'x-timestamp': 't', 'set-cookie': 'a, b', missing: '' });
});
