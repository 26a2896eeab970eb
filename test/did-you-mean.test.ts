import { expect, it } from 'vitest';
import { didYouMean, nearest, nearestNames } from '../src/did-you-mean.ts';

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
  ['too few letters of two', 're', COMMANDS, undefined],
  ['the beginning of one, and with a letter changed another', 'dat', ['bat', 'date'], 'date'],
  ['another word', 'XX', ['BR', 'EG'], undefined],
  ['nothing', '', COMMANDS, undefined],
  ['nothing to choose from', 'reconcile', [], undefined],
  ['a page of text', 'reconcile'.repeat(100), COMMANDS, undefined],
])('of %s: %s', (_about, word, known, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

it.each([
  [
    'the beginnings of two that are as long',
    '--dat',
    ['--database-url', '--date', '--data'],
    ['--date', '--data'],
  ],
  ['the beginning of a longer and a shorter one', 'pay', ['payments-summary', 'payments'], ['payments']],
  ['a letter wrong in each of two', '--fram', ['--from', '--frum', '--to'], ['--from', '--frum']],
  ['none', 'zzzz', COMMANDS, []],
])('of %s are %j', (_about, word, known, meant) => {
  expect(nearestNames(word, known)).toEqual(meant);
});

it('is told as a question, or not at all', () => {
  expect(didYouMean('reprot', COMMANDS)).toBe('Did you mean report?');
  expect(didYouMean('--dat', ['--date', '--data'])).toBe('Did you mean --date or --data?');
  expect(didYouMean('zzz', COMMANDS)).toBeUndefined();
});
