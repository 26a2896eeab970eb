import { IANAZone } from 'luxon';
import { Fault } from '../errors.ts';

/** One local date in one zone. Formats instants (epoch seconds) in that zone's local time. */
export interface ZoneDay {
  /** yyyy-MM-dd. */
  readonly date: string;
  /** First instant of the local date, epoch seconds. */
  readonly startsAt: number;
  /** First instant of the next local date, epoch seconds: 23, 24 or 25 hours later. */
  readonly endsAt: number;
  /** Seconds to add to UTC for the local time, for instants from two days before to ten days after the date. */
  offsetSeconds(at: number): number;
  /** `2026-11-19T10:05:00-03:00`. */
  withOffset(at: number): string;
  /** `2026-11-19T10:05:00`, as some channels send it. */
  withoutOffset(at: number): string;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly offsetSeconds: number;
  readonly offsetText: string;
}

const DAY_SECONDS = 86_400;
const dateTexts = new Map<number, string>();
const clockTexts: string[] = [];

/** Formats an instant (epoch seconds) in UTC: `2026-11-19T13:05:00`. */
export function utcText(at: number): string {
  const day = Math.floor(at / DAY_SECONDS);
  let date = dateTexts.get(day);
  if (date === undefined) {
    date = `${new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10)}T`;
    dateTexts.set(day, date);
  }
  const second = at - day * DAY_SECONDS;
  clockTexts[second] ??= new Date(second * 1000).toISOString().slice(11, 19);
  return date + clockTexts[second];
}

/**
 * The local date in an IANA zone. Offsets are looked up once here, because looking them up for every order would be
 * slow.
 */
export function zoneDay(date: string, zoneName: string): ZoneDay {
  const midnight = Date.parse(`${date}T00:00:00Z`) / 1000;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && Number.isFinite(midnight);
  if (!isDate || utcText(midnight).slice(0, 10) !== date) throw new Fault('DATE_INVALID', { found: date });
  const spans = offsetSpans(zoneName, midnight - 2 * DAY_SECONDS, midnight + 10 * DAY_SECONDS);

  function spanAt(at: number): Span {
    for (const span of spans) if (at < span.to) return span;
    return spans[spans.length - 1]!;
  }
  return {
    date,
    startsAt: firstInstant(spans, midnight),
    endsAt: firstInstant(spans, midnight + DAY_SECONDS),
    offsetSeconds: (at) => spanAt(at).offsetSeconds,
    withOffset(at) {
      const span = spanAt(at);
      return utcText(at + span.offsetSeconds) + span.offsetText;
    },
    withoutOffset: (at) => utcText(at + spanAt(at).offsetSeconds),
  };
}

/** The first instant of a local date. If midnight is skipped, it is the first instant after the gap. */
function firstInstant(spans: readonly Span[], localMidnight: number): number {
  for (const span of spans) {
    const at = Math.max(localMidnight - span.offsetSeconds, span.from);
    if (at < span.to) return at;
  }
  return localMidnight;
}

function offsetSpans(zoneName: string, from: number, to: number): Span[] {
  const zone = IANAZone.create(zoneName);
  const offsetAt = (at: number) => zone.offset(at * 1000) * 60;
  const spans: Span[] = [];
  let spanFrom = from;
  for (let at = from; at < to; at += 3600) {
    if (offsetAt(at) === offsetAt(at + 3600)) continue;
    const change = firstDifferent(offsetAt, at, at + 3600);
    spans.push(spanOf(spanFrom, change, offsetAt(at)));
    spanFrom = change;
  }
  spans.push(spanOf(spanFrom, to, offsetAt(to)));
  return spans;
}

function firstDifferent(offsetAt: (at: number) => number, before: number, after: number): number {
  let low = before;
  let high = after;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === offsetAt(before)) low = middle;
    else high = middle;
  }
  return high;
}

function spanOf(from: number, to: number, offsetSeconds: number): Span {
  const minutes = Math.abs(offsetSeconds) / 60;
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
  const minute = String(minutes % 60).padStart(2, '0');
  return { from, to, offsetSeconds, offsetText: `${offsetSeconds < 0 ? '-' : '+'}${hour}:${minute}` };
}
