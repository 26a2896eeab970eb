import type { ShownDate, ShownRegion } from '../../books/shown/overview.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { OVERVIEW_TEXTS } from '../../texts/page/overview-texts.ts';
import { Figure } from '../parts/figure.tsx';
import { LineChart } from '../parts/line-chart.tsx';
import { numberHeading, Table } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';

interface SharesProps {
  readonly visit: Pick<Visit, 'language' | 'formats'>;
  readonly region: ShownRegion;
  readonly name: string;
}

/** The shares of requested orders that are paid and matched, over the dates. */
export function Shares({ visit, region, name }: SharesProps) {
  const texts = OVERVIEW_TEXTS[visit.language].shares;
  const reported = region.dates.filter(({ requestedOrders }) => requestedOrders > 0);
  const [first] = reported;
  const last = reported.at(-1);
  if (first === undefined || last === undefined) return <p class="dim">{texts.empty}</p>;
  const dates = region.dates.filter(({ date }) => date >= first.date && date <= last.date);
  const picture = (
    <>
      <ul class="keys" aria-hidden="true">
        <li class="key-1">{texts.paid}</li>
        <li class="key-2">{texts.matched}</li>
      </ul>
      <Chart visit={visit} id={`shares-${region.region}`} title={`${texts.heading}: ${name}`} dates={dates} />
    </>
  );
  return (
    <Figure visit={visit} caption={texts.heading} picture={picture}>
      <SharesTable visit={visit} dates={reported} />
    </Figure>
  );
}

interface ChartProps {
  readonly visit: SharesProps['visit'];
  readonly id: string;
  readonly title: string;
  /** From the first date with orders to the last. */
  readonly dates: readonly ShownDate[];
}

function Chart({ visit: { language, formats }, id, title, dates }: ChartProps) {
  const texts = OVERVIEW_TEXTS[language].shares;
  const [first, last] = [dates[0]!, dates.at(-1)!];
  const valuesOf = (of: 'paidOrders' | 'matchedOrders') =>
    dates.map((one) => (one.requestedOrders === 0 ? null : one[of] / one.requestedOrders));
  return (
    <LineChart
      id={id}
      title={title}
      description={texts.description({
        from: formats.date(first.date),
        to: formats.date(last.date),
        paid: formats.share(last.paidOrders / last.requestedOrders),
        matched: formats.share(last.matchedOrders / last.requestedOrders),
      })}
      positions={dates.map(({ date }) => formats.dayAndMonth(date))}
      series={[
        { label: texts.paid, values: valuesOf('paidOrders') },
        { label: texts.matched, values: valuesOf('matchedOrders') },
      ]}
      shown={formats.share}
      domain={[0, 1]}
      isRightToLeft={language === 'ar'}
    />
  );
}

function SharesTable({ visit: { language, formats }, dates }: Pick<ChartProps, 'visit' | 'dates'>) {
  const texts = OVERVIEW_TEXTS[language].shares;
  return (
    <Table
      headings={[
        FRAME_TEXTS[language].columns.date,
        numberHeading(texts.requestedOrders),
        numberHeading(texts.paid),
        numberHeading(texts.matched),
      ]}
    >
      {dates.map(({ date, requestedOrders, paidOrders, matchedOrders }) => (
        <tr>
          <th scope="row">{formats.shortDate(date)}</th>
          <td class="number">{formats.count(requestedOrders)}</td>
          <td class="number">{formats.share(paidOrders / requestedOrders)}</td>
          <td class="number">{formats.share(matchedOrders / requestedOrders)}</td>
        </tr>
      ))}
    </Table>
  );
}
