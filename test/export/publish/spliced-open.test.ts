/** What is open is made from the version before, though ages grow and people decide meanwhile. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decide } from '../../books/findings/case-books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { MORNING, NOON, publish } from '../books.ts';
import { corrected, madeOfEarlier } from './corrected-books.ts';

const OPEN = ['findings', 'stuck-orders'];
/** Stuck orders with a deadline that has a fraction of a second, one that ends before those of the as-ofs, and one after. */
const STUCK = ['.250', '.750'].map((fraction, index) =>
  payInLine({ orderNo: `STUCK${index}`, tradeNo: `TS${index}` }).replaceAll(
    '10:05:01-03:00',
    `10:05:01${fraction}-03:00`,
  ),
);
const LATE = [callbackLine({ orderNo: 'STUCK0', tradeNo: 'TS0', amount: '7' })];

/** Which of them are made from the version before, and which of those differ from the whole ones. */
async function opened(engine: Engine, at: string, { first = MORNING, note = '', other = '' } = {}) {
  const made = await corrected(engine, STUCK, LATE, first);
  if (note !== '') await decide(made.store, 'STUCK_PROCESSING', 'note', note);
  if (other !== '') await decide(made.store, 'STUCK_PROCESSING', 'accept', other);
  await publish(made.store, made.out, at);
  const spliced = await madeOfEarlier(made);
  const published = read(made.books);
  rmSync(join(made.books, 'v2'), { recursive: true });
  await publish(made.store, made.out, at);
  const whole = read(made.books);
  expect(published).toEqual(whole);
  for (const name of OPEN) if (spliced[name]) expect(spliced[name].text).toBe(whole[name]);
  return OPEN.filter((name) => spliced[name] !== undefined);
}

function read(books: string): Record<string, string> {
  return Object.fromEntries(OPEN.map((name) => [name, readFileSync(join(books, `v2/${name}.csv`), 'utf8')]));
}

onEngines('what is open', (engine) => {
  it.each([
    ['hours later', NOON, {}],
    ['after a fraction of a second', '2026-11-20T15:00:00.5Z', {}],
    ['from a fraction of a second on', NOON, { first: '2026-11-20T12:00:00.5Z' }],
    ['days later', '2026-11-22T11:59:59Z', {}],
    ['after a decision', NOON, { other: 'known' }],
    ['with a note in quotes', NOON, { note: 'he said "yes", twice' }],
  ])('is made from the version before: %s', async (_what, at, more) => {
    expect(await opened(engine, at, more)).toEqual(OPEN);
  });

  it('is read whole where a note has several lines', async () => {
    expect(await opened(engine, NOON, { note: 'one\ntwo' })).toEqual(['stuck-orders']);
  });
});
