/** What people decided, changed in the tables that the program reads instead of the audit trail. */
import { expect, it } from 'vitest';
import { closePeriod, reopenPeriod } from '../../../src/books/periods/close-period.ts';
import type { Deviation } from '../../../src/books/verify/verified.ts';
import { DATE, instant, NOON, SETTINGS } from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { booksToVerify } from './books-to-verify.ts';

const EARLIER = '2026-11-17';
const BETWEEN = '2026-11-18';

const period = (through: string, ...regions: string[]) => {
  const decided = { who: 'ana', reason: 'booked', at: instant(NOON), force: true };
  return { through, regions, ...decided };
};

/** Books of which Brazil was closed in steps, reopened and closed again, and Egypt closed and reopened whole. */
async function closed(engine: Engine) {
  const books = await booksToVerify(engine);
  const { store } = books;
  const close = (through: string, ...regions: string[]) =>
    closePeriod(store, SETTINGS, period(through, ...regions));
  await close(EARLIER, 'BR', 'EG');
  await close(BETWEEN, 'BR', '');
  await close(DATE, 'BR');
  await reopenPeriod(store, period(DATE, 'BR'));
  await reopenPeriod(store, period(BETWEEN, 'BR'));
  await reopenPeriod(store, period(EARLIER, 'BR', 'EG'));
  await close(BETWEEN, 'BR');
  await close(DATE, 'BR');
  await reopenPeriod(store, period(DATE, 'BR'));
  return books;
}

const TAMPERINGS: ReadonlyArray<{
  readonly about: string;
  readonly statement: string;
  readonly told: readonly Partial<Deviation>[];
}> = [
  {
    about: 'a closing that is gone',
    statement: `delete from closings where region = 'BR' and until_entry is null`,
    told: [
      {
        what: 'closing of BR from entry 12',
        expected: 'closed through 2026-11-18, before none, until now',
        actual: 'none',
      },
    ],
  },
  {
    about: 'all closings, gone',
    statement: 'delete from closings',
    told: [{ what: 'closing of BR from entry 12' }, { what: 'closing of other from entry 4' }],
  },
  {
    about: 'a period that was made shorter',
    statement: `update closings set through_date = '2026-11-01' where region = 'BR' and until_entry is null`,
    told: [
      {
        what: 'closing of BR from entry 12',
        actual: 'closed through 2026-11-01, before none, until now',
      },
    ],
  },
  {
    about: 'a period that was made longer',
    statement: `update closings set through_date = '2026-12-31' where region = '' and until_entry is null`,
    told: [
      {
        what: 'closing of other from entry 4',
        expected: 'closed through 2026-11-18, before none, until now',
        actual: 'closed through 2026-12-31, before none, until now',
      },
    ],
  },
  {
    about: 'what a reopening returns to',
    statement: `update closings set previous_through = '2026-11-17' where region = 'BR' and until_entry is null`,
    told: [{ actual: 'closed through 2026-11-18, before 2026-11-17, until now' }],
  },
  {
    about: 'a closing that was ended',
    statement: `update closings set until_entry = 13 where region = '' and until_entry is null`,
    told: [{ actual: 'closed through 2026-11-18, before none, until entry 13' }],
  },
  {
    about: 'a closing that was moved to another region',
    statement: `update closings set region = 'EG' where region = 'BR' and until_entry is null`,
    told: [
      { what: 'closing of BR from entry 12', actual: 'none' },
      {
        what: 'closing of EG from entry 12',
        expected: 'an entry of the audit trail that closes it',
        actual: 'closed through 2026-11-18, before none, until now',
      },
    ],
  },
  {
    about: 'a closing that nobody decided',
    statement: `insert into closings (region, from_entry, through_date) values ('EG', 13, '2026-11-19')`,
    told: [{ what: 'closing of EG from entry 13', expected: 'an entry of the audit trail that closes it' }],
  },
  {
    about: 'a purged date that nobody purged',
    statement: `insert into purged_dates (date, region, entry) values ('2026-11-19', 'BR', 13)`,
    told: [
      {
        what: 'purged date 2026-11-19 BR',
        expected: 'an entry 13 of the audit trail that purges it',
        actual: 'no such entry',
      },
    ],
  },
];

onEngines('verify names of closed periods and purged dates', (engine) => {
  it.each(TAMPERINGS)('$about', async ({ statement, told }) => {
    const { store, deviations } = await closed(engine);
    expect(await deviations({ dates: [] })).toEqual([]);
    await store.session((session) => session.script(statement));
    const found = await deviations({ dates: [] });
    for (const part of told)
      expect(found).toContainEqual(expect.objectContaining({ where: 'store', ...part }));
  });
});
