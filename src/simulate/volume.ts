import type { ZoneDay } from './calendar.ts';

const SLOT_SECONDS = 900;

/**
 * Returns a function for the request times of a day's orders. It maps a share of the orders (from 0, below 1) to an
 * instant (epoch seconds) within the local date, by a weight for each hour of the local clock. It never decreases.
 */
export function requestTimes(day: ZoneDay, hourWeights: readonly number[]): (share: number) => number {
  const slots = Math.ceil((day.endsAt - day.startsAt) / SLOT_SECONDS);
  const cumulative = new Float64Array(slots + 1);
  for (let slot = 0; slot < slots; slot += 1) {
    const middle = day.startsAt + slot * SLOT_SECONDS + SLOT_SECONDS / 2;
    const weight = weightAt(hourWeights, middle + day.offsetSeconds(middle));
    cumulative[slot + 1] = cumulative[slot]! + weight;
  }
  const total = cumulative[slots]!;
  const last = day.endsAt - 1;

  return (share) => {
    const target = share * total;
    let low = 0;
    let high = slots;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! <= target) low = middle;
      else high = middle;
    }
    const within = (target - cumulative[low]!) / (cumulative[low + 1]! - cumulative[low]!);
    return Math.min(last, day.startsAt + Math.floor((low + within) * SLOT_SECONDS));
  };
}

/** The weight changes linearly between full hours, so that there are no jumps. */
function weightAt(hourWeights: readonly number[], localSeconds: number): number {
  const hours = (localSeconds % 86_400) / 3600;
  const hour = Math.floor(hours);
  const here = hourWeights[hour]!;
  const next = hourWeights[(hour + 1) % 24]!;
  return here + (next - here) * (hours - hour);
}
