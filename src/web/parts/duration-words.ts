import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import type { Visit } from '../visit.ts';

const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'm', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** A duration in its two largest units, truncated: `22 h 38 min`. */
export function durationWords(
  { language, formats }: Pick<Visit, 'language' | 'formats'>,
  seconds: number,
): string {
  const { units } = ORDER_TEXTS[language];
  if (seconds < 1) return `<1 ${units.s}`;
  const whole = Math.floor(seconds);
  const index = UNITS.findIndex((unit) => whole >= unit.seconds);
  const [first, next] = [UNITS[index]!, UNITS[index + 1]];
  const rest = next === undefined ? 0 : Math.floor((whole % first.seconds) / next.seconds);
  const more = rest === 0 ? '' : ` ${rest} ${units[next!.name]}`;
  return `${formats.count(Math.floor(whole / first.seconds))} ${units[first.name]}${more}`;
}
