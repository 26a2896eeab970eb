import { hash } from 'node:crypto';
import { canonicalAmount } from './money.ts';

/**
 * Digest of a record: first 128 bits of SHA-256 over the kept values in a fixed order, as 32 hexadecimal digits.
 * Amounts enter by value (see {@link amountForDigest}), everything else as it stands.
 */
export function recordDigest(kind: string, values: ReadonlyArray<string | undefined>): string {
  let text = kind;
  for (const value of values) text += value === undefined ? '\u001f-' : `\u001f+${value.length}:${value}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** An amount as it enters a digest: equal for equal values, however they are spelled. */
export function amountForDigest(text: string | undefined): string | undefined {
  return text === undefined ? undefined : canonicalAmount(text);
}
