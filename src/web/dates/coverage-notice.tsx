import type { Coverage } from '../../export/coverage.ts';
import { DATE_TEXTS } from '../../texts/page/date-texts.ts';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import type { Visit } from '../visit.ts';

interface CoverageProps {
  readonly visit: Visit;
  readonly coverage: Coverage | null;
  /** IANA zone of the region. */
  readonly zone: string;
}

/** Whether the figures of a date are provisional, and what is missing. */
export function CoverageNotice({ visit, coverage, zone }: CoverageProps) {
  const texts = DATE_TEXTS[visit.language].coverage;
  if (coverage === null) return <p class="notice warn">{texts.unknown}</p>;
  if (!coverage.provisional) return <p class="notice good">✓ {texts.complete}</p>;
  const { isOver, dateEnds, payInsCoverage, callbacksCoverage, payInsUntil, callbacksUntil, unread } =
    coverage;
  return (
    <div class="notice warn">
      <p>
        <b>~ {texts.provisional}</b>
      </p>
      <ul>
        {isOver ? null : <li>{texts.notOver}</li>}
        {payInsCoverage ? null : (
          <li>
            {texts.payIns} <Until visit={visit} at={payInsUntil} zone={zone} />
          </li>
        )}
        {callbacksCoverage ? null : (
          <li>
            {texts.callbacks} <Until visit={visit} at={callbacksUntil} zone={zone} />
          </li>
        )}
        {unread.map(({ source, files, code }) => (
          <li>
            <Say phrase={texts.unread(source, visit.formats.count(files))} />{' '}
            <code>
              <bdi dir="ltr">{code}</bdi>
            </code>
          </li>
        ))}
      </ul>
      <p class="dim">
        {texts.ends} <Moment at={dateEnds} zone={zone} visit={visit} />
      </p>
    </div>
  );
}

function Until({
  visit,
  at,
  zone,
}: {
  readonly visit: Visit;
  readonly at: string | null;
  readonly zone: string;
}) {
  if (at !== null) return <Moment at={at} zone={zone} visit={visit} />;
  return <>— {DATE_TEXTS[visit.language].coverage.nothing}</>;
}
