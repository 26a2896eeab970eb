import { moneyText } from '../../money-text.ts';

/** What a cell shows before and after, `was -> is`, or once if both are the same. Null is what is not shown: none. */
export function changeText<T>(before: T | null, after: T | null, of: (shown: T) => string): string {
  const [was, is] = [before, after].map((shown) => (shown === null ? 'none' : of(shown)));
  return was === is ? was! : `${was} -> ${is}`;
}

export function amountText(minor: string | null, currency: string | null): string {
  return minor === null ? '-' : `${currency ?? '?'} ${moneyText(minor, currency)}`;
}
