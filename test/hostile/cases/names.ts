import { callback, type FileCase } from '../case.ts';

/** Names that files of a folder may have. Each has one record. */
const NAMES: readonly string[] = [
  ...[
    'line\nfeed.log',
    'carriage\rreturn.log',
    'tab\there.log',
    'escape\u001b[31m.log',
    'bell\u0007.log',
    'del\u007f.log',
  ],
  ...[
    'rtl\u202egol.log',
    'طلب.log',
    'joiner\u200d.log',
    '\ufeffmark.log',
    'ls\u2028.log',
    '😀.log',
    'cafe\u0301.log',
    'caf\u00e9.log',
  ],
  ...[
    ' leading.log',
    'trailing .log',
    '-dash.log',
    '--help.log',
    '=1+1.log',
    '+1.log',
    '@x.log',
    "'.log",
    '".log',
    'a,b;c.log',
  ],
  ...[
    '$HOME.log',
    '`id`.log',
    '$(id).log',
    'a&b|c>d.log',
    '%00.log',
    '%s%n.log',
    '#1.log',
    '[a].log',
    '{a,b}.log',
    '(x).log',
  ],
  ...[
    'back\\slash.log',
    '..log',
    '...log',
    'CON.log',
    'a:b.log',
    '~.log',
    '__proto__.log',
    `${'n'.repeat(240)}.log`,
    'UPPER.LOG',
  ],
];

export const NAME_CASES: readonly FileCase[] = NAMES.map((file, at) => ({
  name: `a file named ${JSON.stringify(file)}`.slice(0, 80),
  file,
  content: `${callback(`NAMED${String(at).padStart(3, '0')}`)}\nno record\n`,
  is: { counts: '2 = 1 + 0 + 1', rejected: { 2: 'not_json' } },
}));
