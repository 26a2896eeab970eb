import type { Coverage, CoverageGap } from '../../coverage/coverage.ts';
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
  const { isOver, dateEnds, payInsCoverage, callbacksCoverage, payInsUntil, callbacksUntil, unread, gaps } =
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
        {gaps?.map((gap) => (
          <GapItem visit={visit} gap={gap} zone={zone} />
        ))}
      </ul>
      <p class="dim">
        {texts.ends} <Moment at={dateEnds} zone={zone} visit={visit} />
      </p>
    </div>
  );
}

function GapItem({
  visit,
  gap,
  zone,
}: {
  readonly visit: Visit;
  readonly gap: CoverageGap;
  readonly zone: string;
}) {
  const texts = DATE_TEXTS[visit.language].coverage;
  const { formats } = visit;
  const orders = gap.waiting.reduce((sum, one) => sum + one.orders, 0);
  return (
    <li>
      {texts.gap[gap.kind]} <Moment at={gap.from} zone={zone} visit={visit} /> –{' '}
      <Moment at={gap.to} zone={zone} visit={visit} />. {/* Of all merchants. */}
      {visit.account?.merchants === undefined ? (
        <Say phrase={texts.expected(formats.count(gap.expected))} />
      ) : null}
      {gap.file === null ? null : (
        <>
          {' '}
          <Say phrase={texts.missing(gap.file, gap.files - 1)} />
        </>
      )}
      {orders === 0 ? null : (
        <>
          {' '}
          <Say phrase={texts.waiting(formats.count(orders))} />
          {gap.waiting.map(({ currency, minor }) =>
            currency === null ? null : (
              <>
                , <bdi>{formats.money({ currency, minor })}</bdi>
              </>
            ),
          )}
          .
        </>
      )}
    </li>
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
