import { expect, it } from 'vitest';
import { didYouMean, nearest } from '../src/near.ts';

const COMMANDS = ['reconcile', 'report', 'ingest', 'order', 'job'];

it.each([
  ['a letter wrong', 'reconsile', COMMANDS, 'reconcile'],
  ['a letter too few', 'reconcle', COMMANDS, 'reconcile'],
  ['two letters changed round', 'oredr', ['order-no', 'order'], 'order'],
  ['the letters of a short word changed round', 'rnu', ['list', 'run'], 'run'],
  ['two letters changed round, in a longer word', 'reconclie', COMMANDS, 'reconcile'],
  ['small letters', 'br', ['BR', 'EG'], 'BR'],
  ['other separators', 'stuck_orders', ['orders', 'stuck-orders'], 'stuck-orders'],
  ['another way to join words', 'grace_seconds', ['graceSeconds'], 'graceSeconds'],
  ['the beginning of one', 'rec', COMMANDS, 'reconcile'],
  ['the beginning of two', 're', COMMANDS, undefined],
  ['another word', 'XX', ['BR', 'EG'], undefined],
  ['nothing', '', COMMANDS, undefined],
  ['nothing to choose from', 'reconcile', [], undefined],
  ['a page of text', 'reconcile'.repeat(100), COMMANDS, undefined],
])('of %s: %s', (_about, word, known, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

it('is told as a question, or not at all', () => {
  expect(didYouMean('reprot', COMMANDS)).toBe('Did you mean report?');
  expect(didYouMean('zzz', COMMANDS)).toBeUndefined();
});
