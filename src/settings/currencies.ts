import currencyCodes from 'currency-codes';

const ISO_CODES: readonly string[] = currencyCodes.codes();

/** Codes that the list of the package lacks: newer ones, and those withdrawn since 2022, which earlier evidence may have. */
const NEWER_OR_WITHDRAWN = ['HRK', 'SLL', 'XAD', 'XCG', 'ZWL'];

const CODES: ReadonlySet<string> = new Set([...ISO_CODES, ...NEWER_OR_WITHDRAWN]);

export function isCurrency(code: string): boolean {
  return CODES.has(code);
}

/** The codes in force, for messages. */
export function currencies(): readonly string[] {
  return ISO_CODES;
}
