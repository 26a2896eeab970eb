/** Times as the specification reads them, in milliseconds since 1970. The zones are those of the runtime. */

export const SKEW = 300_000;

export interface ReadTime {
  /** Undefined where it is absent or cannot be read. */
  readonly at: number | undefined;
  readonly source: 'explicit' | 'region' | 'header' | 'utc' | 'none';
  readonly isAmbiguous: boolean;
  readonly disagrees: boolean;
}

const PATTERN =
  /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;
const NONE: ReadTime = { at: undefined, source: 'none', isAmbiguous: false, disagrees: false };

interface Parts {
  /** What the clock showed, as if it were UTC's. */
  readonly shown: number;
  /** Minutes east of UTC. */
  readonly offset: number | undefined;
}

function partsOf(text: string): Parts | undefined {
  const [, date, hour, minute, second, fraction = '', zone] = PATTERN.exec(text) ?? [];
  if (date === undefined) return undefined;
  const shown = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 10) !== date) return undefined;
  if (zone === undefined) return { shown, offset: undefined };
  return { shown, offset: zone === 'Z' ? 0 : minutesOf(zone.replace(':', '')) };
}

function minutesOf(zone: string): number {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** The offset that a text has, in minutes; undefined without one. */
export function offsetIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : partsOf(text)?.offset;
}

/** A time of the merchant's own clock, which is UTC's. */
export function readOwnTime(text: string | undefined, zone = 'UTC'): number | undefined {
  const parts = text === undefined ? undefined : partsOf(text);
  if (parts === undefined) return undefined;
  if (parts.offset !== undefined) return parts.shown - parts.offset * 60_000;
  return readingsIn(zone, parts.shown).earlier;
}

/** A time of the service. */
export function readServiceTime(
  text: string | undefined,
  zone: string,
  reference: number | undefined,
  header: string | undefined,
): ReadTime {
  const parts = text === undefined ? undefined : partsOf(text);
  if (parts === undefined) return NONE;
  const { shown, offset } = parts;
  if (offset !== undefined) return { ...NONE, at: shown - offset * 60_000, source: 'explicit' };
  const isPossible = (at: number) => reference !== undefined && at <= reference + SKEW;
  const { earlier, later, isOdd } = readingsIn(zone, shown);
  const byZone = isPossible(later) ? later : earlier;
  const headerOffset = offsetIn(header);
  const byHeader = headerOffset === undefined ? undefined : shown - headerOffset * 60_000;
  const disagrees = byHeader !== undefined && byHeader !== byZone;
  if (!isPossible(byZone) && byHeader !== undefined && isPossible(byHeader))
    return { at: byHeader, source: 'header', isAmbiguous: isOdd, disagrees };
  if (!isPossible(byZone) && isPossible(shown))
    return { at: shown, source: 'utc', isAmbiguous: isOdd, disagrees: true };
  return { at: byZone, source: 'region', isAmbiguous: isOdd, disagrees };
}

/** Both instants at which a zone's clocks show something; the same one usually. A skipped time moves by the gap. */
function readingsIn(zone: string, shown: number): { earlier: number; later: number; isOdd: boolean } {
  const before = offsetAt(zone, shown - 86_400_000);
  const after = offsetAt(zone, shown + 86_400_000);
  const found = [...new Set([before, after])]
    .map((offset) => ({ offset, at: shown - offset * 60_000 }))
    .filter(({ offset, at }) => offsetAt(zone, at) === offset)
    .map(({ at }) => at);
  if (found.length === 0) {
    const moved = shown - before * 60_000;
    return { earlier: moved, later: moved, isOdd: true };
  }
  return { earlier: Math.min(...found), later: Math.max(...found), isOdd: found.length > 1 };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a zone's clocks show at an instant, as if it were UTC's, to the second. */
function shownAt(zone: string, at: number): number {
  if (!formats.has(zone)) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    formats.set(zone, new Intl.DateTimeFormat('en-US', { timeZone: zone, ...parts, ...clock }));
  }
  const shown = Object.fromEntries(
    formats
      .get(zone)!
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = shown;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Minutes east of UTC. */
function offsetAt(zone: string, at: number): number {
  const second = Math.floor(at / 1000) * 1000;
  return (shownAt(zone, second) - second) / 60_000;
}

export function localDate(zone: string, at: number): string {
  return new Date(shownAt(zone, Math.floor(at / 1000) * 1000)).toISOString().slice(0, 10);
}

/** `2026-11-19T13:05:00Z`; empty without a time. */
export function utcCell(at: number | undefined): string {
  return at === undefined ? '' : `${new Date(Math.floor(at / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}

/** `2026-11-19T10:05:00-03:00`; empty without a time. */
export function localCell(zone: string, at: number | undefined): string {
  if (at === undefined) return '';
  const offset = offsetAt(zone, at);
  const size = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  const text = new Date(Math.floor(at / 1000) * 1000 + offset * 60_000).toISOString().slice(0, 19);
  return `${text}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
