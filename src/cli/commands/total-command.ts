import type { Argv } from 'yargs';
import { chosenRegions } from '../../books/run/chosen-regions.ts';
import { begunDates, notBegunText } from '../../books/run/given-dates.ts';
import { type Total, totalPaid } from '../../books/total/total.ts';
import { totalCsv, totalJson, totalText } from '../../books/total/total-forms.ts';
import { commandLine } from '../../caller.ts';
import { now } from '../../clock.ts';
import { transaction } from '../../database/store.ts';
import { PROFILES } from '../../export/profile.ts';
import { settingsOf, withProfileOption, withStore } from '../context.ts';
import { RANGE_OPTIONS, withRange } from '../date-options.ts';
import { note, print, printJson, toOutput } from '../print.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 total', "what was paid on each region's yesterday"],
  ['$0 total --paid-date 2026-11-19 --method PIX', 'by PIX on one day'],
  ['$0 total --month 2026-11 --region BR', 'a month of Brazil, day by day, and its sums'],
  ['$0 total --last 7d --merchant M0001 --csv', "a merchant's week as CSV"],
];

const COMMAND_LINE = commandLine('total');
/** In this command, --date is the payment date, not the business date. */
const option = (name: string) => COMMAND_LINE.argument(name === 'date' ? 'paidDate' : name);
const CALLER = { ...COMMAND_LINE, argument: option, spoken: option };

export function builder(yargs: Argv) {
  const dated = withRange(
    yargs.option('paid-date', {
      type: 'string',
      requiresArg: true,
      describe: 'Day of payment: yyyy-MM-dd, yesterday or today (default: yesterday)',
    }),
  ).conflicts('paid-date', RANGE_OPTIONS);
  return withProfileOption(dated)
    .option('method', {
      type: 'string',
      requiresArg: true,
      describe: 'Only this payment method as in the log: PIX, FAWRY, …',
    })
    .option('region', { type: 'string', requiresArg: true, describe: 'Only this region: BR, EG, other' })
    .option('merchant', { type: 'string', requiresArg: true, describe: 'Only this merchant' })
    .option('csv', { type: 'boolean', describe: 'As CSV, a row a day, region, method and currency' })
    .implies('profile', 'csv')
    .conflicts('csv', 'json')
    .epilogue('The sums of a currency count an order that was paid on two dates on both.');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const { paidDate, from, to, month, last, region, merchant, method: paymentMethod } = options;
  const isNamed = [paidDate, from, to, month, last].some((value) => value !== undefined);
  const named = { date: isNamed ? paidDate : 'yesterday', from, to, month, last };
  const { notBegun, ...asked } = begunDates(named, CALLER, { settings, region, at: now() });
  const regions = chosenRegions(settings, region, CALLER);
  if (notBegun.length > 0) note(notBegunText(notBegun));
  const withFormer = region === undefined;
  const total = await withStore(settings, (store) =>
    store.session((session) =>
      transaction<Total>(session, async () => {
        // One snapshot for all queries: a run that commits in between must not appear in one half of the sums only.
        await session.script('set transaction isolation level repeatable read');
        return totalPaid(session, {
          ...asked,
          regions,
          withFormer,
          merchants: merchant === undefined ? undefined : [merchant],
          paymentMethod,
        });
      }),
    ),
  );
  if (options.csv === true) await toOutput([totalCsv(total, PROFILES[settings.export.profile])]);
  else if (options.json === true) printJson(totalJson(total));
  else print(totalText(total));
}
