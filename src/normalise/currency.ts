import currencyCodes from 'currency-codes';

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  currencyCodes.data.map((entry) => [entry.code, entry.digits]),
);

/** Decimal places of a currency whose code ISO 4217 does not know, or of none. */
export const UNKNOWN_CURRENCY_EXPONENT = 2;

/** Whether the text is a code of ISO 4217 as it stands (no case folding). */
export function isIsoCurrency(code: string | undefined): code is string {
  return code !== undefined && EXPONENTS.has(code);
}

/** Decimal places between major and minor unit: BRL 2, JPY 0, KWD 3. Source: ISO 4217. */
export function currencyExponent(code: string | null | undefined): number {
  return (code == null ? undefined : EXPONENTS.get(code)) ?? UNKNOWN_CURRENCY_EXPONENT;
}

/** Every code of ISO 4217 whose exponent is not that of an unknown currency, for use in SQL. */
export function unusualExponents(): ReadonlyArray<readonly [code: string, exponent: number]> {
  return [...EXPONENTS].filter(([, exponent]) => exponent !== UNKNOWN_CURRENCY_EXPONENT);
}
