import type { ZoneDay } from './calendar.ts';

const SLOT_SECONDS = 900;

/**
 * When the orders of a day are asked for: maps a share of the day's orders (0 up to, not, 1) to an instant
 * (epoch seconds) within the local date, following a weight for each hour of the local clock. Never falls.
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
    const wanted = share * total;
    let low = 0;
    let high = slots;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! <= wanted) low = middle;
      else high = middle;
    }
    const within = (wanted - cumulative[low]!) / (cumulative[low + 1]! - cumulative[low]!);
    return Math.min(last, day.startsAt + Math.floor((low + within) * SLOT_SECONDS));
  };
}

/** Between full hours the weight moves in a straight line, so that no hour begins with a jump. */
function weightAt(hourWeights: readonly number[], localSeconds: number): number {
  const hours = (localSeconds % 86_400) / 3600;
  const hour = Math.floor(hours);
  const here = hourWeights[hour]!;
  const next = hourWeights[(hour + 1) % 24]!;
  return here + (next - here) * (hours - hour);
}
