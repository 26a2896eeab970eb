import { JOBS } from '../../jobs/all.ts';
import { REPORTS } from '../../reports/all.ts';
import { MISTAKES_ABOUT_DATES } from './mistakes-about-dates.ts';
import { MISTAKES_ABOUT_PERIODS } from './mistakes-about-periods.ts';
import { MISTAKES_ABOUT_SETTINGS } from './mistakes-about-settings.ts';

/** Past every test's date, so that no clock matters. */
const ON_DATE = ['reconcile', '--date', '2024-11-19', '--as-of', '2024-11-20T12:00:00Z'];

/** A command line that is not understood. */
export interface Mistake {
  readonly about: string;
  readonly words: readonly string[];
  /** Of the fault; USAGE if absent. */
  readonly code?: string;
  /** Settings that it is about, as the environment gives them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What the message has to say, besides what to do. */
  readonly says: readonly string[];
}

export const MISTAKES: readonly Mistake[] = [
  { about: 'no command', words: [], says: ['Name a command'] },
  {
    about: 'an unknown command',
    words: ['reconsile'],
    says: ['found:    unknown command reconsile', 'expected: reconcile, ingest, ', 'Did you mean reconcile?'],
  },
  {
    about: 'an unknown command with an option that another command has',
    words: ['reconcil', '--date', '2024-11-19', '--in', 'logs', '--json'],
    says: ['where:    payin-recon\n', 'found:    unknown command reconcil\n', 'Did you mean reconcile?'],
  },
  {
    about: 'an unknown command of a group with an option that none has',
    words: ['findings', 'lst', '--sevrity=high'],
    says: ['where:    payin-recon findings', 'unknown command lst', 'Did you mean list?'],
  },
  {
    about: 'an option that two begin with',
    words: ['reconcile', '--dat', '2024-11-19'],
    says: ['unknown option --dat\n', 'Did you mean --data or --date?'],
  },
  {
    about: 'a last date without its value',
    words: ['reconcile', '--from', '2024-11-01', '--to'],
    says: ['where:    --to\n', 'found:    no value'],
  },
  {
    about: 'a last date with an empty value',
    words: ['reconcile', '--from', '2024-11-01', '--to='],
    says: ['where:    --to\n', 'found:    an empty text'],
  },
  {
    about: 'a region that is empty, as where a variable is not set',
    words: ['close', '--through', '2024-11-19', '--reason', 'month end', '--region', ''],
    says: ['where:    --region\n', 'found:    an empty text\n', 'expected: a value after it\n'],
  },
  {
    about: 'a dry run that has a value',
    words: ['purge', '--older-than', '400d', '--dry-run=1'],
    says: ['where:    --dry-run\n', 'found:    1\n', 'expected: --dry-run by itself, or --dry-run=false\n'],
  },
  {
    about: 'a dry run with the value of a variable that is not set',
    words: ['withdraw', 'day.csv', '--reason', 'wrong file', '--dryRun='],
    says: ['where:    --dryRun\n', 'found:    an empty text\n'],
  },
  {
    about: 'an option with a value that is switched off',
    words: ['user', 'limit', 'ana', '--no-merchant'],
    says: ['unknown option --no-merchant\n'],
  },
  {
    about: 'a folder that is empty, which would be the working directory',
    words: ['reconcile', '--date', '2024-11-19', '--preview', ''],
    says: ['where:    --preview\n', 'found:    an empty text\n'],
  },
  {
    about: 'a list with an empty text',
    words: ['reconcile', '--date', '2024-11-19', '--in', 'logs', '--in', ''],
    says: ['where:    --in\n', 'found:    an empty text\n'],
  },
  {
    about: 'a number that is none',
    words: ['demo', '--seed', 'x'],
    says: ['where:    --seed\n', 'found:    x\n', 'expected: a number\n'],
  },
  {
    about: 'a number that is empty, as where a variable is not set',
    words: ['demo', '--seed', ''],
    says: ['where:    --seed\n', 'found:    nothing\n', 'expected: a number\n'],
  },
  {
    about: 'a number that is none, after an equals sign',
    words: ['source', 'test', 'portal', '--rows=many'],
    says: ['where:    --rows\n', 'found:    many\n', 'expected: a number\n'],
  },
  {
    about: 'a month that has not begun',
    words: ['reconcile', '--from', '2999-01-01', '--to', '2999-01-31'],
    code: 'DATE_IN_FUTURE',
    says: ['where:    --from, --to', 'found:    2999-01-01 to 2999-01-31'],
  },
  {
    about: 'an unknown command like no other',
    words: ['zzzz'],
    says: ['unknown command zzzz'],
  },
  {
    about: 'an unknown option and no command',
    words: ['--hlep'],
    says: ['no command, and the unknown option --hlep', 'Did you mean --help?'],
  },
  {
    about: 'a known option and no command',
    words: ['--json'],
    says: ['found:    no command\n', 'Name a command'],
  },
  {
    about: 'an unknown option with its value, one letter short',
    words: ['migrate', '--dat=x'],
    says: ['where:    payin-recon migrate', 'unknown option --dat\n', 'Did you mean --data?'],
  },
  {
    about: 'an unknown option that is turned off',
    words: ['migrate', '--no-jsn'],
    says: ['unknown option --no-jsn', 'Did you mean --json?'],
  },
  { about: 'an unknown letter', words: ['migrate', '-x'], says: ['unknown option -x'] },
  {
    about: 'a word too many',
    words: [...ON_DATE, 'BR'],
    says: ['where:    payin-recon reconcile', 'found:    unknown word BR', 'expected: options only'],
  },
  {
    about: 'an option without its value',
    words: ['reconcile', '--date'],
    says: ['where:    --date', 'found:    no value'],
  },
  {
    about: 'an option given twice',
    words: [...ON_DATE, '--out', 'a', '--out', 'b'],
    says: ['where:    --out', 'found:    a\n            b\n', 'expected: one value'],
  },
  {
    about: 'an unknown option',
    words: [...ON_DATE, '--as-off', 'x'],
    says: ['unknown option --as-off', 'to do:    Did you mean --as-of?'],
  },
  ...MISTAKES_ABOUT_DATES,
  {
    about: 'a date that has not begun anywhere',
    words: ['reconcile', '--date', '2024-11-21', '--as-of', '2024-11-20T12:00:00Z'],
    code: 'DATE_IN_FUTURE',
    says: ['where:    --date', 'found:    2024-11-21', 'at most 2024-11-20'],
  },
  {
    about: 'a date after today',
    words: ['reconcile', '--date', '2999-01-01'],
    code: 'DATE_IN_FUTURE',
    says: ['2999-01-01', 'to do:    Give a date that has begun, or a later --as-of.\n'],
  },
  { about: 'no date', words: ['reconcile'], says: ['--date', '--from', '--to'] },
  {
    about: 'a first date without a last',
    words: ['reconcile', '--from', '2024-11-01'],
    says: ['found:    --from alone', 'both --from and --to'],
  },
  {
    about: 'a last date before the first',
    words: ['reconcile', '--from', '2024-11-05', '--to', '2024-11-01'],
    says: ['2024-11-05 to 2024-11-01'],
  },
  {
    about: 'a date beside a first and a last',
    words: ['reconcile', '--date', '2024-11-05', '--from', '2024-11-01', '--to', '2024-11-05'],
    says: ['mutually exclusive'],
  },
  {
    about: 'a declaration to take back without its stretch',
    words: ['ingest', '-', '--take-back'],
    says: ['--nothing-logged: --take-back needs it'],
  },
  {
    about: 'a stretch of orders without a region',
    words: [
      ...['ingest', '--nothing-logged', '2024-11-20T12:00:00Z..2024-11-20T13:00:00Z', '--kind', 'callbacks'],
      ...['--region', 'other', '--reason', 'maintenance'],
    ],
    says: ['where:    --region', 'found:    other, which is no region of the settings', 'expected: BR, EG\n'],
  },
  {
    about: 'a stretch of dates without times',
    words: [
      ...['ingest', '--nothing-logged', '2026-11-20..2026-11-21', '--kind', 'callbacks'],
      ...['--region', 'BR', '--reason', 'maintenance'],
    ],
    code: 'INSTANT_INVALID',
    says: [
      'found:    2026-11-20\n',
      'to do:    Give both moments with date, time and offset: 2026-11-19T13:00:00-03:00..2026-11-19T17',
    ],
  },
  {
    about: 'a profile of a list that is no CSV',
    words: ['findings', 'list', '--profile', 'excel-br'],
    says: ['--csv: --profile needs it'],
  },
  {
    about: 'a profile of a total that is no CSV',
    words: ['total', '--profile', 'excel-br'],
    says: ['--csv: --profile needs it'],
  },
  ...['--database=env', '--out=reports', '--force', '--mail=cfo@shop.example'].map(
    (option): Mistake => ({
      about: `${option} beside a statement, for which no settings are written`,
      words: ['init', '--statement', 'extrato.csv', option],
      says: [`both --statement and ${option.split('=')[0]}`],
    }),
  ),
  {
    about: 'logs that are complete until a moment to come',
    words: ['ingest', '-', '--complete-until', '2999-01-01T00:00:00Z'],
    says: [
      'where:    --complete-until',
      'found:    2999-01-01T00:00:00Z',
      'expected: a moment that has passed',
    ],
  },
  {
    about: 'a moment of completeness without an offset',
    words: ['ingest', '-', '--complete-until', '2024-11-20T12:00:00'],
    code: 'INSTANT_INVALID',
    says: ['where:    --complete-until', 'offset'],
  },
  {
    about: 'a moment of completeness, and no logs that it is said of',
    words: [...ON_DATE, '--complete-until', '2024-11-20T12:00:00Z'],
    says: ['where:    --complete-until', 'expected: --in, with the logs'],
  },
  {
    about: 'an as-of without an offset',
    words: ['reconcile', '--date', '2024-11-19', '--as-of', '2024-11-20T12:00:00'],
    code: 'INSTANT_INVALID',
    says: ['where:    --as-of', 'found:    2024-11-20T12:00:00', 'offset'],
  },
  {
    about: 'an as-of that is a word',
    words: ['reconcile', '--date', '2024-11-19', '--as-of', 'yesterday'],
    code: 'INSTANT_INVALID',
    says: ['found:    yesterday'],
  },
  {
    about: 'an unknown region',
    words: ['report', 'orders', '--date', '2024-11-19', '--region', 'XX'],
    says: ['where:    --region', 'found:    XX', 'expected: BR, EG, other'],
  },
  {
    about: 'a region in small letters',
    words: [...ON_DATE, '--region', 'br', '--in', 'lost'],
    says: ['where:    --region', 'found:    br', 'to do:    Did you mean BR?'],
  },
  {
    about: 'an unknown severity',
    words: [...ON_DATE, '--fail-on', 'hgih'],
    says: ['where:    --fail-on', 'found:    hgih', 'medium, high, critical', 'Did you mean high?'],
  },
  {
    about: 'no file to read',
    words: ['ingest'],
    says: ['where:    payin-recon ingest', 'expected: <paths..>'],
  },
  {
    about: 'a region of files, whose records say their own',
    words: ['ingest', '--dry-run', '--region', 'BR', '--reason', 'x', 'logs'],
    says: ['where:    payin-recon ingest', 'no --nothing-logged', '--nothing-logged: --region needs it'],
  },
  {
    about: 'a key without a folder to verify',
    words: ['verify', '--key', 'signing.pub'],
    says: ['found:    no --offline\n', 'expected: --offline: --key needs it'],
  },
  {
    about: 'an unknown profile',
    words: [...ON_DATE, '--profile', 'excel-us'],
    says: ['excel-us', 'standard', 'excel-br', 'excel-eg'],
  },
  {
    about: 'an unknown format',
    words: ['report', 'orders', '--date', '2024-11-19', '--format', 'xls'],
    says: ['xls', 'csv', 'xlsx', 'parquet'],
  },
  {
    about: 'an unknown kind',
    words: ['ingest', 'x', '--kind', 'payins'],
    says: ['where:    --kind', 'found:    payins', 'pay-ins, callbacks', 'Did you mean pay-ins?'],
  },
  {
    about: 'an unknown report',
    words: ['report', 'stuck_orders', '--date', '2024-11-19'],
    says: [
      'where:    payin-recon report <name>',
      'found:    stuck_orders',
      REPORTS.map(({ name }) => name).join(', '),
      'Did you mean stuck-orders?',
    ],
  },
  {
    about: 'a report without a date',
    words: ['report', 'orders'],
    says: ['where:    payin-recon report', 'found:    not given', 'expected: --date'],
  },
  {
    about: 'all reports to standard output',
    words: ['report', '--date', '2024-11-19'],
    says: ['--out'],
  },
  { about: 'no order', words: ['order'], says: ['expected: <order-no>'] },
  {
    about: 'an unknown job',
    words: ['job', 'run', 'weekly'],
    code: 'JOB_UNKNOWN',
    says: ['found:    weekly', JOBS.map(({ name }) => name).join(', ')],
  },
  {
    about: 'a job with a letter missing',
    words: ['job', 'run', 'nigtly'],
    code: 'JOB_UNKNOWN',
    says: ['found:    nigtly', 'Did you mean nightly?'],
  },
  { about: 'no job', words: ['job', 'run'], code: 'JOB_UNKNOWN', says: ['no name'] },
  {
    about: 'an unknown action',
    words: ['job', 'stop'],
    says: ['<action>', 'stop', 'list, run'],
  },
  {
    about: 'a list of jobs of one region',
    words: ['job', 'list', 'nightly', '--region', 'BR'],
    says: ['where:    job list', 'found:    name, --region'],
  },
  { about: 'no action', words: ['job'], says: ['expected: <action> (list, run) [name]'] },
  {
    about: 'a demo without orders',
    words: ['demo', '--orders', '0'],
    says: ['--orders', '1 to'],
  },
  {
    about: 'an unknown source',
    words: ['source', 'test', 'pay-ins'],
    code: 'SOURCE_UNKNOWN',
    says: ['found:    pay-ins', 'expected: a source of the setting sources; there is none'],
  },
  {
    about: 'no rows of a source',
    words: ['source', 'test', 'pay-ins', '--rows', '0'],
    says: ['where:    --rows', 'found:    0', 'expected: 1 to 1000'],
  },
  {
    about: 'source without a command',
    words: ['source'],
    says: ['where:    payin-recon source', 'found:    no command', 'expected: a command: list, test'],
  },
  {
    about: 'findings without a command',
    words: ['findings'],
    says: [
      'where:    payin-recon findings',
      'found:    no command',
      'expected: a command: list, show, resolve',
    ],
  },
  {
    about: 'an unknown command of findings',
    words: ['findings', 'write-of'],
    says: ['where:    payin-recon findings', 'unknown command write-of', 'Did you mean write-off?'],
  },
  {
    about: 'an unknown option of a command of findings',
    words: ['findings', 'list', '--sevrity', 'high'],
    says: ['where:    payin-recon findings list', 'unknown option --sevrity', 'Did you mean --severity?'],
  },
  {
    about: 'a finding closed without a reason',
    words: ['findings', 'resolve', 'ORDER00001', 'AMOUNT_MISMATCH'],
    says: ['where:    --reason', 'found:    nothing', 'audit trail'],
  },
  {
    about: 'an order without which of its findings',
    words: ['findings', 'accept', 'ORDER00001', '--reason', 'x'],
    says: ['an order without a code', '--all-matching'],
  },
  {
    about: 'orders with a code that is mistyped',
    words: ['findings', 'accept', 'ORDER00001', 'ORDER00002', 'AMOUNT_MISMACH', '--reason', 'x'],
    says: ['orders without a code', 'Did you mean AMOUNT_MISMATCH?'],
  },
  {
    about: 'a code before the orders',
    words: ['findings', 'accept', 'AMOUNT_MISMATCH', 'ORDER00001', '--reason', 'x'],
    says: ['AMOUNT_MISMATCH before the last word', 'orders first, then one code'],
  },
  {
    about: 'all findings, whatever they are',
    words: ['findings', 'accept', '--all-matching', '--reason', 'x'],
    says: ['where:    --all-matching', 'one at least: --code'],
  },
  {
    about: 'a finding assigned to no person',
    words: ['findings', 'assign', 'ORDER00001', 'AMOUNT_MISMATCH'],
    says: ['where:    --person', 'not given'],
  },
  {
    about: 'a decision in the name of the program',
    words: ['findings', 'note', 'ORDER00001', 'AMOUNT_MISMATCH', '--text', 'x', '--by', 'payin-recon'],
    says: ['where:    --by', 'this program itself'],
  },
  {
    about: 'a user with an unknown role',
    words: ['user', 'add', 'ana', '--role', 'operater', '--generate'],
    says: ['where:    --role', 'found:    operater', 'Did you mean operator?'],
  },
  {
    about: 'a password that cannot be asked for',
    words: ['user', 'add', 'ana', '--role', 'admin'],
    says: ['no terminal to ask on', '--password-stdin'],
  },
  {
    about: 'a user whose name is not printable',
    words: ['user', 'add', 'ana\u200b', '--role', 'admin', '--generate'],
    code: 'USER_NAME_INVALID',
    says: ['found:    a character that is not printable'],
  },
  {
    about: 'a user limited to no merchant',
    words: ['user', 'limit', 'ana'],
    says: ['found:    no merchant', '--all-merchants'],
  },
  {
    about: 'a change of a user who does not exist',
    words: ['user', 'password', 'nobody', '--generate'],
    code: 'USER_UNKNOWN',
    says: ['found:    nobody', 'payin-recon user list'],
  },
  {
    about: 'a request declined without a reason',
    words: ['findings', 'decline', 'ORDER00001', 'AMOUNT_MISMATCH'],
    says: ['where:    --reason', 'found:    nothing', 'audit trail'],
  },
  {
    about: 'everything undone, whatever it is',
    words: ['findings', 'undo', '--all-matching'],
    says: ['where:    --all-matching', 'one at least: --code'],
  },
  {
    about: 'alerts without a command',
    words: ['alerts'],
    says: ['where:    payin-recon alerts', 'expected: a command: list, test, send'],
  },
  {
    about: 'a channel where none is set up',
    words: ['alerts', 'test', 'finance'],
    code: 'CHANNEL_UNKNOWN',
    says: ['found:    finance', 'alerts.channels, which names none'],
  },
  {
    about: 'a settings file that is not there',
    words: [...ON_DATE, '--config', 'missing.yaml'],
    code: 'SETTINGS_INVALID',
    says: ['where:    missing.yaml', 'no such file'],
  },
  ...MISTAKES_ABOUT_PERIODS,
  ...MISTAKES_ABOUT_SETTINGS,
];
