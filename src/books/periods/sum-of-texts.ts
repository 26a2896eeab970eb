/**
 * Sum of decimal numbers as cells have them, less others, exactly. An empty cell is none, and a sum of zero is empty.
 * @example sumOfTexts(['200.00', '150.00'], ['100.00']) // '250.00'
 */
export function sumOfTexts(added: readonly string[], subtracted: readonly string[]): string {
  const places = Math.max(...[...added, ...subtracted].map((text) => fractionOf(text).length));
  const unitsOf = (text: string) =>
    BigInt(text.replace('.', '') + '0'.repeat(places - fractionOf(text).length));
  const sumOf = (texts: readonly string[]) =>
    texts.filter((text) => text !== '').reduce((sum, text) => sum + unitsOf(text), 0n);
  const sum = sumOf(added) - sumOf(subtracted);
  if (sum === 0n) return '';
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = places === 0 ? '' : `.${digits.slice(digits.length - places)}`;
  return `${sum < 0n ? '-' : ''}${whole}${fraction}`;
}

function fractionOf(text: string): string {
  return text.split('.')[1] ?? '';
}
