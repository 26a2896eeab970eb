import type { Equivalent } from './equivalent.ts';
import { same } from './same-reason.ts';

const CACHE = 'what is read twice is the same, kept or read again';

/** Changes of pure code: mostly of what makes it quick. */
export const EQUIVALENT_CODE: readonly Equivalent[] = [
  ...same('src/contract/check-texts.ts', 'the map of kinds has no absent key', [
    ['const kind = path === undefined ? undefined : shape.kinds.get(path);', 'path === undefined', 'false'],
  ]),
  ...same('src/contract/check.ts', 'no rule is of the variant none alone', [
    ["return { brazil: make('brazil'), egypt: make('egypt'), none: make('none') };", "'none'", '""'],
  ]),
  ...same('src/contract/decimal-text.ts', CACHE, [
    ["let lastText = '';", "''", '"Stryker was here!"'],
    ['if (text === lastText) return lastDecimal;', 'text === lastText', 'false'],
  ]),
  ...same('src/contract/json.ts', 'a text without what is replaced stays the same', [
    [
      "if (!text.includes('\\0') && !text.includes('\\\\u') && text.isWellFormed()) return text;",
      "!text.includes('\\0') && !text.includes('\\\\u') && text.isWellFormed()",
      'false',
    ],
    [
      "if (!text.includes('\\0') && !text.includes('\\\\u') && text.isWellFormed()) return text;",
      "'\\0'",
      '""',
    ],
    [
      "if (!text.includes('\\0') && !text.includes('\\\\u') && text.isWellFormed()) return text;",
      "'\\\\u'",
      '""',
    ],
  ]),
  ...same(
    'src/contract/line-shape.ts',
    'a line of the most characters is read in full, with the same result',
    [
      [
        'groups.size > MOST_GROUPS || above.length > MOST_DEPTH || pattern.length > MOST_PATTERN;',
        'pattern.length > MOST_PATTERN',
        'pattern.length >= MOST_PATTERN',
      ],
      [
        'if (pattern.length > MOST_PATTERN) return undefined;',
        'pattern.length > MOST_PATTERN',
        'pattern.length >= MOST_PATTERN',
      ],
    ],
  ),
  ...same('src/normalise/check-offset.ts', 'an absent text has not the form of a time', [
    ['if (text === undefined || !zonedTime.holds(text)) return [];', 'text === undefined', 'false'],
  ]),
  ...same('src/normalise/find-record.ts', CACHE, [
    ['if (pattern === undefined) {', 'pattern === undefined', 'true'],
    ['PREFIXES.set(prefix, pattern);', 'PREFIXES.set(prefix, pattern);', ';'],
  ]),
  ...same(
    'src/normalise/find-record.ts',
    'an empty prefix is found at once, and no field is the whole value',
    [
      ["if (prefix === '') return 0;", "prefix === ''", 'false'],
      ["if (prefix === '') return 0;", "''", '"Stryker was here!"'],
      [
        "if (typeof value !== 'string') return field === '' ? parsed : { ...parsed, value };",
        "field === ''",
        'false',
      ],
      [
        "if (typeof value !== 'string') return field === '' ? parsed : { ...parsed, value };",
        "''",
        '"Stryker was here!"',
      ],
    ],
  ),
  ...same('src/normalise/identify.ts', 'no region names what is absent', [
    [
      'if (method !== undefined && region.methods.includes(method)) return region;',
      'method !== undefined',
      'true',
    ],
    ['if (currency === undefined) continue;', 'currency === undefined', 'false'],
  ]),
  ...same('src/normalise/instant.ts', CACHE, [
    ['if (text === lastText) return lastWritten;', 'text === lastText', 'false'],
    ["let lastText = '';", "''", '"Stryker was here!"'],
  ]),
  ...same('src/normalise/normalise-line.ts', CACHE, [
    ['if (paths === undefined) {', 'paths === undefined', 'true'],
  ]),
  ...same('src/normalise/read-time.ts', 'no flags are added', [
    [
      'if (reading.flags.length > 0) this.#flags = [...new Set([...this.#flags, ...reading.flags])].sort();',
      'reading.flags.length > 0',
      'true',
    ],
    [
      'if (reading.flags.length > 0) this.#flags = [...new Set([...this.#flags, ...reading.flags])].sort();',
      'reading.flags.length > 0',
      'reading.flags.length >= 0',
    ],
  ]),
  ...same(
    'src/normalise/normalise-bank-row.ts',
    'an absent date is none, and rows of no table have no format',
    [
      ['if (bookedOnText === undefined || loggedAt === undefined) {', 'bookedOnText === undefined', 'false'],
      [
        "const reading = interpretBankRow(texts, issuerFormat(settings, issuer, 'bank') ?? {}, settings);",
        "'bank'",
        '""',
      ],
    ],
  ),
  ...same('src/normalise/normalise-line.ts', 'no violations are added', [
    [
      "if (normalised.kind === 'rejected' || violations.length === 0) return normalised;",
      'violations.length === 0',
      'false',
    ],
  ]),
  ...same('src/normalise/normalise-pay-in.ts', 'no body has no values', [
    [
      'const answer = responseBody === undefined ? undefined : readResponse(responseBody);',
      'responseBody === undefined',
      'false',
    ],
  ]),
  ...same('src/normalise/normalise-statement.ts', 'rows of no table have no format', [
    ["const format = issuerFormat(settings, issuer, 'statement') ?? {};", "'statement'", '""'],
  ]),
  ...same('src/normalise/normalise-statement.ts', 'one flag is looked for, and zero has no sign', [
    [
      "if (counted !== undefined) return { instant: counted, source: 'explicit', flags: [] };",
      '[]',
      '["Stryker was here"]',
    ],
    ['if (fee === undefined || fee >= 0n) return fee;', 'fee >= 0n', 'fee > 0n'],
  ]),
  ...same('src/normalise/zone.ts', 'its offset is 0 by the zone’s rules too', [
    ["if (zone === 'UTC') return 0;", "zone === 'UTC'", 'false'],
    ["if (zone === 'UTC') return 0;", "'UTC'", '""'],
  ]),
];
