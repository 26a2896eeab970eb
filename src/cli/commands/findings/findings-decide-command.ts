import type { Argv } from 'yargs';
import { trimmed } from '../../../blank-text.ts';
import { changeableBy, decideAll, decideEach, decideFindings } from '../../../books/findings/decide.ts';
import { type Action, checkText } from '../../../books/findings/decision.ts';
import { Fault } from '../../../errors.ts';
import type { CommandCode } from '../../command.ts';
import { settingsOf, withStore } from '../../context.ts';
import type { Example } from '../../usage.ts';
import { printDecided } from './decided-text.ts';
import { deciderOf, inTurn, withDecider } from './decider.ts';
import { filterOf, withFilter } from './filter.ts';
import { namedFindings } from './named-findings.ts';

/** How the commands that decide differ: the action, and the option that has to be given with it. */
interface Deciding {
  readonly action: Action;
  /** The option that has to be given. */
  readonly option: 'reason' | 'text' | 'person';
  readonly optionDescribe: string;
  readonly example: Example;
}

const ONE = 'BR0000001234 AMOUNT_MISMATCH';

const COMMANDS: readonly Deciding[] = [
  {
    action: 'resolve',
    option: 'reason',
    optionDescribe: 'How it was corrected',
    example: [`$0 findings resolve ${ONE} --reason "difference refunded"`, 'closes one'],
  },
  {
    action: 'accept',
    option: 'reason',
    optionDescribe: 'Why it is correct',
    example: [`$0 findings accept ${ONE} --reason "a discount"`, 'closes one'],
  },
  {
    action: 'write-off',
    option: 'reason',
    optionDescribe: 'Why it is written off',
    example: [`$0 findings write-off ${ONE} --reason "too little to ask for"`, 'closes one'],
  },
  {
    action: 'approve',
    option: 'reason',
    optionDescribe: 'Why it is approved',
    example: [`$0 findings approve ${ONE} --by bruno`, 'writes off one that ana has asked for'],
  },
  {
    action: 'decline',
    option: 'reason',
    optionDescribe: 'Why it is not approved',
    example: [`$0 findings decline ${ONE} --reason "ask the bank first"`, 'leaves one open'],
  },
  {
    action: 'assign',
    option: 'person',
    optionDescribe: "Who is responsible; '' for nobody",
    example: [`$0 findings assign ${ONE} --person bruno`, 'assigns one'],
  },
  {
    action: 'note',
    option: 'text',
    optionDescribe: 'The note',
    example: [`$0 findings note ${ONE} --text "asked the bank"`, 'adds to one'],
  },
  {
    action: 'reopen',
    option: 'reason',
    optionDescribe: 'Why it is reopened',
    example: [`$0 findings reopen ${ONE} --reason "refund came back"`, 'opens one'],
  },
  {
    action: 'undo',
    option: 'reason',
    optionDescribe: 'Why it is undone',
    example: [`$0 findings undo ${ONE} --reason "the wrong order"`, 'takes back its newest decision'],
  },
];

/** The code of the command that executes this action. */
export function decidingCommand(action: Action): CommandCode {
  const deciding = COMMANDS.find((one) => one.action === action)!;
  return {
    examples: examplesOf(deciding),
    builder: (yargs: Argv) => builder(yargs, deciding),
    handler: (options: Options) => handler(options, deciding),
  };
}

function examplesOf({ action, example }: Deciding): Example[] {
  const many = [...(example[0].match(/ --.*$/) ?? [])].join('');
  return [
    example,
    [
      `$0 findings ${action} BR0000001234 BR0000005678 AMOUNT_MISMATCH${many}`,
      'that of each order, or of none',
    ],
    [`$0 findings ${action} --code ACK_NOT_SUCCESS --all-matching${many}`, 'all with that code'],
  ];
}

function builder(yargs: Argv, { option, optionDescribe }: Deciding) {
  return withDecider(withFilter(yargs))
    .positional('orders-and-code', {
      type: 'string',
      array: true,
      describe: 'The order numbers as in the log, then the code of the finding (or --code)',
    })
    .option('all-matching', {
      type: 'boolean',
      describe: 'Decide about every finding that matches the options',
    })
    .option(option, { type: 'string', requiresArg: true, describe: optionDescribe });
}

type Options = Awaited<ReturnType<ReturnType<typeof withDeciding>>['argv']> &
  Parameters<typeof settingsOf>[0] & {
    readonly reason?: string | undefined;
    readonly text?: string | undefined;
    readonly person?: string | undefined;
  };

/** Gives TypeScript the type of the options that all of these commands take. */
function withDeciding() {
  return (yargs: Argv) => builder(yargs, COMMANDS[0]!);
}

async function handler(options: Options, { action, option }: Deciding): Promise<void> {
  const settings = settingsOf(options);
  const text = trimmed(options[option] ?? '');
  checkText(action, `--${option}`, text);
  if (action === 'assign' && options.person === undefined) {
    throw new Fault('USAGE', { where: '--person', found: 'not given', expected: 'whom to assign it to' });
  }
  const { merchant } = options;
  const isEach = options.allMatching !== true;
  const { orders, code } = namedFindings(action, options);
  const filter = filterOf(
    { ...options, order: orders.length === 0 ? undefined : orders, code },
    settings,
    isEach ? {} : changeableBy(action),
  );
  const { states: _states, awaiting: _awaiting, ...narrowing } = filter;
  const { order: _order, code: _code, merchant: _merchant, ...others } = filter;
  if (isEach && Object.values(others).some((value) => value !== undefined)) {
    throw new Fault('USAGE', {
      where: '--all-matching',
      found: 'not given, beside options that narrow what matches',
      expected: 'orders and a code, with --merchant at most; or --all-matching and any options',
    });
  }
  if (!isEach && Object.values(narrowing).every((value) => value === undefined)) {
    throw new Fault('USAGE', {
      where: '--all-matching',
      found: 'no option that says which findings',
      expected: 'one at least: --code, --severity, --region, …',
    });
  }
  const request = { ...deciderOf(options), settings };
  const decision = { action, text };
  const changes = await withStore(settings, (store) =>
    inTurn(store, () =>
      decideFindings(store, request, (session) =>
        isEach
          ? decideEach(session, { orders, code: code!, merchant }, decision)
          : decideAll(session, filter, decision, settings.decisions.writeOffLimits),
      ),
    ),
  );
  printDecided(changes, { ...options, showsAll: isEach });
}
