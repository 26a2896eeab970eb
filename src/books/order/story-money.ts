import { currencyExponent, formatMajor } from '../../normalise/money.ts';
import type { StoryMoney } from './story-values.ts';

/** An amount of a record: the parsed value and the original text. */
export function recordedMoney(
  currency: string | null,
  minor: string | null,
  text: string | null,
): StoryMoney {
  return { currency, minor, major: majorOf(currency, minor), text };
}

/** An amount that a record may have; null if it has none. */
export function optionalMoney(
  currency: string | null,
  minor: string | null,
  text: string | null,
): StoryMoney | null {
  return minor === null && text === null ? null : recordedMoney(currency, minor, text);
}

/** A computed amount; null if there is none. */
export function computedMoney(currency: string | null, minor: string | null): StoryMoney | null {
  return minor === null ? null : { currency, minor, major: majorOf(currency, minor), text: null };
}

/** An amount of a statement for a reader: without its text where that is the same number, whatever its sign. */
export function asStated(money: StoryMoney): StoryMoney {
  const { major, text } = money;
  const isSame = major !== null && text !== null && shortest(major) === shortest(text);
  return isSame ? { ...money, text: null } : money;
}

/** The amount as text: `BRL 200.00`, plus the original text if that differs; null if there is no amount. */
export function moneyTitle({ currency, major, text }: StoryMoney): string | null {
  if (major === null && text === null) return null;
  if (currency === null) return `${text ?? major} (no currency)`;
  if (major === null) return `${currency} ${text} (cannot be read exactly)`;
  return text === null || major === text ? `${currency} ${major}` : `${currency} ${major} (sent as ${text})`;
}

function majorOf(currency: string | null, minor: string | null): string | null {
  return minor === null ? null : formatMajor(minor, currencyExponent(currency));
}

/** A decimal number without its sign, and without zeros at the end of its fraction. */
function shortest(text: string): string {
  return (text.includes('.') ? text.replace(/\.?0+$/, '') : text).replace(/^-/, '');
}
