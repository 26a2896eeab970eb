import currencyCodes from 'currency-codes';

/** Codes that ISO 4217 has since the list of the package was made. */
const NEWER = [
  { code: 'XAD', digits: 2 },
  { code: 'XCG', digits: 2 },
] as const;

/** Every code of ISO 4217 with the decimal places between its major and minor unit. */
export const CURRENCY_EXPONENTS: ReadonlyMap<string, number> = new Map(
  [...NEWER, ...currencyCodes.data].map(({ code, digits }) => [code, digits]),
);
