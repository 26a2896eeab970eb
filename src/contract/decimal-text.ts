const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Whether a text is a number: JSON's grammar, leading zeros allowed; no spaces, plus sign or separators. */
export function isDecimalText(text: string): boolean {
  return DECIMAL.test(text);
}

/** The decimal places a number needs by value: none for `200.0` and `2e4`, 3 for `1.005`; Infinity if unreadable. */
export function decimalPlaces(text: string): number {
  const match = DECIMAL.exec(text);
  if (match === null) return Number.POSITIVE_INFINITY;
  const fraction = match[3] ?? '';
  const digits = `${match[2]}${fraction}`;
  let significant = digits.length;
  while (significant > 0 && digits[significant - 1] === '0') significant--;
  if (significant === 0) return 0;
  const trailingZeros = digits.length - significant;
  return Math.max(0, fraction.length - trailingZeros - Number(match[4] ?? 0));
}

/** Whether a number is less than zero by value, which `-0` is not. */
export function isNegative(text: string): boolean {
  const match = DECIMAL.exec(text);
  return match !== null && match[1] === '-' && /[1-9]/.test(`${match[2]}${match[3] ?? ''}`);
}
