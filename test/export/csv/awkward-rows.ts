import fc from 'fast-check';

export const ZONES: Record<string, string> = {
  BR: 'America/Sao_Paulo',
  EG: 'Africa/Cairo',
  NP: 'Asia/Kathmandu',
  NF: 'America/St_Johns',
  KI: 'Pacific/Kiritimati',
  // Until 1972 its offset had seconds.
  LR: 'Africa/Monrovia',
};
/** A row as PostgreSQL's own texts and numbers; of the types that rows of reports have. */
export interface Row {
  readonly word: string | null;
  readonly region: string | null;
  readonly currency: string | null;
  readonly minor: bigint | null;
  readonly large: string | null;
  readonly exact: string | null;
  readonly count: number | null;
  readonly small: number | null;
  readonly day: string | null;
  readonly at: string | null;
}

const awkward = fc.constantFrom(
  ...[
    '"',
    '""',
    ',',
    '\r',
    '\n',
    '\r\n',
    '\t',
    "'",
    ' ',
    '   ',
    '=',
    '+',
    '-',
    '@',
    ';',
    '\u00a0',
    '\ufeff',
    '\uff1d',
  ],
);
const word = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 6 })
  .map((parts) => parts.join(''))
  .filter((text) => text.isWellFormed() && !text.includes('\0'));

const digits = (most: number) =>
  fc
    .tuple(fc.boolean(), fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${most - 1}}(0{0,9})$`)))
    .map(([negative, text]) => `${negative ? '-' : ''}${text.slice(0, most)}`);
const int8 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
  fc.constantFrom(
    0n,
    9n,
    10n,
    99n,
    100n,
    999_999_999n,
    1_000_000_000n,
    2n ** 53n - 1n,
    2n ** 53n,
    -(2n ** 53n),
    10n ** 18n,
  ),
);
const numeric = fc.oneof(
  digits(38),
  digits(12),
  fc.constantFrom(
    '0',
    '10000',
    '99999999',
    '100000000',
    '1000000000000',
    '9007199254740993',
    '9999999999999999',
  ),
);
const exact = fc.oneof(
  numeric,
  fc.tuple(digits(20), fc.nat(12)).map(([text, places]) => `${text}e-${places}`),
  fc.constantFrom('0.00', '1.50', '-0.0001', '1e60', '1e-30', 'NaN', '12345.6789'),
);
const at = fc.oneof(
  fc.date({
    min: new Date('2010-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  }),
  fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  }),
);
const micros = fc.nat(999_999).map((fraction) => `.${String(fraction).padStart(6, '0')}`);
const instant = fc.oneof(
  fc.tuple(at, micros).map(([date, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}Z`),
  fc.constantFrom(
    '0001-01-01 00:00:00+00',
    '0001-01-02 12:00:00.999999+00',
    '0044-03-15 12:00:00+00 BC',
    '1713-12-31 23:59:59.999999+00',
    '1969-12-31 23:59:59.999999+00',
    '1970-01-01 00:00:00+00',
    '1999-12-31 23:59:59.999999+00',
    '2000-01-01 00:00:00+00',
    '2255-06-05 23:47:34.740991+00',
    '2285-06-05 23:47:34.740993+00',
    '9999-12-31 23:59:59.999999+00',
    '10000-01-01 00:14:59+00',
    '12345-06-07 08:09:10.5+00',
  ),
);
const day = fc.oneof(
  at.map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('0001-01-01', '9999-12-31', '10000-01-01', '0044-03-15 BC', '2000-02-29', 'infinity'),
);

/** A row that has everything that could be written otherwise, or what does not exist. */
export const awkwardRow: fc.Arbitrary<Row> = fc.record<Row>({
  word: fc.option(word),
  region: fc.option(fc.constantFrom(...Object.keys(ZONES), '', 'unknown', '=1', 'a,"b"')),
  // Of no decimal places, two, three and four, and one that ISO 4217 does not know.
  currency: fc.option(fc.constantFrom('BRL', 'EGP', 'JPY', 'KWD', 'CLF', 'XAU', 'none', '')),
  minor: fc.option(int8),
  large: fc.option(numeric),
  exact: fc.option(exact),
  count: fc.option(fc.oneof(fc.integer(), fc.integer({ min: -99, max: 99 }))),
  small: fc.option(fc.integer({ min: -32_768, max: 32_767 })),
  day: fc.option(day),
  at: fc.option(instant),
});
