import { isoInstant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import { allRegions } from '../../settings/schema.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import type { Visit } from '../visit.ts';

type Words = Pick<Visit, 'language' | 'formats'>;

/** The IANA zone of a region by its folder's name; UTC for orders without a region. */
export function zoneOf(settings: Settings, region: string): string {
  return allRegions(settings).find(({ name }) => name === region)?.zone ?? 'UTC';
}

/**
 * An instant in a region's local time and in UTC, each with its label.
 * @param at as PostgreSQL writes it, or in ISO 8601
 */
export function Moment({
  at,
  zone,
  visit: { language, formats },
}: {
  readonly at: string;
  readonly zone: string;
  readonly visit: Words;
}) {
  const utc = `${formats.clock(at, 'UTC')} ${FRAME_TEXTS[language].utc}`;
  if (zone === 'UTC') {
    return (
      <time dateTime={isoInstant(at)}>
        <bdi>{formats.dateOf(at, 'UTC')}</bdi> <bdi>{utc}</bdi>
      </time>
    );
  }
  return (
    <time dateTime={isoInstant(at)}>
      <bdi>{formats.dateOf(at, zone)}</bdi>{' '}
      <bdi>
        {formats.clock(at, zone)} {zone}
      </bdi>{' '}
      <span class="utc">
        <bdi>
          {formats.dateOf(at, 'UTC') === formats.dateOf(at, zone) ? '' : `${formats.dateOf(at, 'UTC')} `}
        </bdi>
        <bdi>{utc}</bdi>
      </span>
    </time>
  );
}
