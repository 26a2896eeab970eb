import type { ShownRegion } from '../../books/shown/overview.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { OVERVIEW_TEXTS } from '../../texts/page/overview-texts.ts';
import { Figure } from '../parts/figure.tsx';
import { LineChart } from '../parts/line-chart.tsx';
import type { Visit } from '../visit.ts';

interface SharesProps {
  readonly visit: Pick<Visit, 'language' | 'formats'>;
  readonly region: ShownRegion;
  readonly name: string;
}

/** The shares of requested orders that are paid and matched, over the dates. */
export function Shares({ visit, region, name }: SharesProps) {
  const { language, formats } = visit;
  const texts = OVERVIEW_TEXTS[language].shares;
  const reported = region.dates.filter(({ requestedOrders }) => requestedOrders > 0);
  const last = reported.at(-1);
  if (last === undefined) return <p class="dim">{texts.empty}</p>;
  const dates = region.dates.filter(({ date }) => date >= reported[0]!.date && date <= last.date);
  const share = (part: number, of: number) => (of === 0 ? null : part / of);
  const percent = (part: number, of: number) => (of === 0 ? '' : formats.share(part / of));
  const description = texts.description({
    from: formats.date(reported[0]!.date),
    to: formats.date(last.date),
    paid: percent(last.paidOrders, last.requestedOrders),
    matched: percent(last.matchedOrders, last.requestedOrders),
  });
  const picture = (
    <>
      <ul class="keys" aria-hidden="true">
        <li class="key-1">{texts.paid}</li>
        <li class="key-2">{texts.matched}</li>
      </ul>
      <LineChart
        id={`shares-${region.region}`}
        title={`${texts.heading}: ${name}`}
        description={description}
        positions={dates.map(({ date }) => formats.dayAndMonth(date))}
        series={[
          {
            label: texts.paid,
            values: dates.map((one) => share(one.paidOrders, one.requestedOrders)),
          },
          {
            label: texts.matched,
            values: dates.map((one) => share(one.matchedOrders, one.requestedOrders)),
          },
        ]}
        shown={formats.share}
        domain={[0, 1]}
        isRightToLeft={language === 'ar'}
      />
    </>
  );
  return (
    <Figure visit={visit} caption={texts.heading} picture={picture}>
      <table>
        <thead>
          <tr>
            <th scope="col">{FRAME_TEXTS[language].columns.date}</th>
            <th scope="col" class="number">
              {texts.requestedOrders}
            </th>
            <th scope="col" class="number">
              {texts.paid}
            </th>
            <th scope="col" class="number">
              {texts.matched}
            </th>
          </tr>
        </thead>
        <tbody>
          {reported.map(({ date, requestedOrders, paidOrders, matchedOrders }) => (
            <tr>
              <th scope="row">{formats.shortDate(date)}</th>
              <td class="number">{formats.count(requestedOrders)}</td>
              <td class="number">{percent(paidOrders, requestedOrders)}</td>
              <td class="number">{percent(matchedOrders, requestedOrders)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Figure>
  );
}
