import { currencyExponent, formatMajor } from './normalise/money.ts';
import { grouped } from './terminal-text.ts';

/** Minor units as major units with grouped thousands: 123456 of BRL as 1,234.56. */
export function moneyText(minor: string, currency: string | null): string {
  const [whole, fraction] = formatMajor(minor, currencyExponent(currency)).split('.');
  return fraction === undefined ? grouped(whole!) : `${grouped(whole!)}.${fraction}`;
}
