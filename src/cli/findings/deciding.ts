import type { Argv } from 'yargs';
import { Fault } from '../../errors.ts';
import { decideFindings, statesFor, wishForAll, wishForOne } from '../../operate/cases/decide.ts';
import { type Action, checkText } from '../../operate/cases/decision.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import type { CommandModule } from '../command-module.ts';
import { settingsOf, withStore } from '../context.ts';
import { type Example, usage } from '../usage.ts';
import { printDecided } from './decided-text.ts';
import { deciderOf, inTurn, withDecider } from './decider.ts';
import { filterOf, withFilter } from './filter.ts';

/** A command that decides: they differ in what they do and in what has to be said with it. */
interface Deciding {
  readonly action: Action;
  readonly describe: string;
  /** The option with what has to be said. */
  readonly option: 'reason' | 'text' | 'person';
  readonly optionDescribe: string;
  readonly example: Example;
}

const ONE = 'BR0000001234 AMOUNT_MISMATCH';

const COMMANDS: readonly Deciding[] = [
  {
    action: 'resolve',
    describe: 'Close findings that were put right',
    option: 'reason',
    optionDescribe: 'How it was put right',
    example: [`$0 findings resolve ${ONE} --reason "difference refunded"`, 'closes one'],
  },
  {
    action: 'accept',
    describe: 'Close findings that are right as they are',
    option: 'reason',
    optionDescribe: 'Why it is right',
    example: [`$0 findings accept ${ONE} --reason "a discount"`, 'closes one'],
  },
  {
    action: 'write-off',
    describe: 'Close findings whose money is given up',
    option: 'reason',
    optionDescribe: 'Why it is given up',
    example: [`$0 findings write-off ${ONE} --reason "too little to ask for"`, 'closes one'],
  },
  {
    action: 'assign',
    describe: 'Say who looks after findings',
    option: 'person',
    optionDescribe: "Name of who looks after it; '' for nobody",
    example: [`$0 findings assign ${ONE} --person bruno`, 'assigns one'],
  },
  {
    action: 'note',
    describe: 'Add a note to findings, open or closed',
    option: 'text',
    optionDescribe: 'The note',
    example: [`$0 findings note ${ONE} --text "asked the bank"`, 'adds to one'],
  },
  {
    action: 'reopen',
    describe: 'Open findings again that people closed',
    option: 'reason',
    optionDescribe: 'Why it is opened again',
    example: [`$0 findings reopen ${ONE} --reason "refund came back"`, 'opens one'],
  },
];

/** The commands that decide about findings. */
export const DECIDING: readonly CommandModule[] = COMMANDS.map((deciding) => ({
  command: `${deciding.action} [order-no] [finding]`,
  describe: deciding.describe,
  builder: (yargs: Argv) => builder(yargs, deciding),
  handler: (options: Options) => handler(options, deciding),
}));

function builder(yargs: Argv, { action, describe, option, optionDescribe, example }: Deciding) {
  const many = [...(example[0].match(/ --.*$/) ?? [])].join('');
  const examples: readonly Example[] = [
    example,
    [`$0 findings ${action} --code ACK_NOT_SUCCESS --all-matching${many}`, 'all with that code'],
  ];
  return withDecider(
    withFilter(yargs.usage(usage(`findings ${action} [order-no] [finding]`, describe, examples))),
  )
    .positional('order-no', { type: 'string', describe: 'The order, as it stands in the log' })
    .positional('finding', { choices: RULES.map(({ code }) => code), describe: 'The code of its finding' })
    .option('all-matching', {
      type: 'boolean',
      describe: 'Decide about every finding that the options leave, not about one',
    })
    .option(option, { type: 'string', requiresArg: true, describe: optionDescribe });
}

type Options = Awaited<ReturnType<ReturnType<typeof withDeciding>>['argv']> &
  Parameters<typeof settingsOf>[0] & {
    readonly reason?: string | undefined;
    readonly text?: string | undefined;
    readonly person?: string | undefined;
  };

/** Only for the type of what every one of these commands takes. */
function withDeciding() {
  return (yargs: Argv) => builder(yargs, COMMANDS[0]!);
}

async function handler(options: Options, { action, option }: Deciding): Promise<void> {
  const settings = settingsOf(options);
  const text = (options[option] ?? '').trim();
  checkText(action, `--${option}`, text);
  if (action === 'assign' && options.person === undefined) {
    throw new Fault('USAGE', { where: '--person', found: 'not given', expected: 'whom to assign it to' });
  }
  const { merchant, order = options.orderNo, code = options.finding } = options;
  const isOne = options.allMatching !== true;
  if (isOne && (order === undefined || code === undefined)) {
    throw new Fault('USAGE', {
      where: `payin-recon findings ${action}`,
      found: order === undefined ? 'no order' : 'an order without a code',
      expected: 'an order and a code; or options that say which findings, and --all-matching',
    });
  }
  const filter = filterOf({ ...options, order, code }, settings, statesFor(action));
  const { states: _states, ...narrowing } = filter;
  if (!isOne && Object.values(narrowing).every((value) => value === undefined)) {
    throw new Fault('USAGE', {
      where: '--all-matching',
      found: 'no option that says which findings',
      expected: 'one at least: --code, --severity, --region, …',
    });
  }
  const request = deciderOf(options);
  const wish = { action, text };
  const changes = await withStore(settings, (store) =>
    inTurn(store, () =>
      decideFindings(store, request, (session) =>
        isOne
          ? wishForOne(session, { order: order!, code: code!, merchant }, wish)
          : wishForAll(session, filter, wish),
      ),
    ),
  );
  printDecided(changes, options);
}
