import type { Formats } from '../../texts/formats.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { MONEY_TEXTS } from '../../texts/page/money-texts.ts';
import { OVERVIEW_TEXTS } from '../../texts/page/overview-texts.ts';
import { findingsAddress, rangeAddress } from '../addresses.ts';
import { Say } from '../parts/say.tsx';
import { numberHeading, ScrolledTable } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';
import type { CurrencySums, DateRangeSums, MismatchSums } from './date-ranges.ts';

/** The findings of an order that amount-mismatches.csv lists. */
const CODES = ['AMOUNT_MISMATCH', 'CURRENCY_MISMATCH', 'AMOUNT_UNREADABLE'];

interface RangeProps {
  readonly visit: Pick<Visit, 'language' | 'formats'>;
  readonly ranges: readonly DateRangeSums[];
}

/** What was paid differently yesterday, in the last 7 dates and last week, with the lists to open and to download. */
export function MismatchTiles({ visit, region, ranges }: RangeProps & { readonly region: string }) {
  const texts = OVERVIEW_TEXTS[visit.language];
  return (
    <>
      <h3>{texts.mismatches.heading}</h3>
      <p class="dim">{texts.mismatches.help}</p>
      <ul class="tiles mismatches">
        {ranges
          .filter(({ name }) => name !== 'all')
          .map((range) => (
            <li class="tile">
              <p class="range">
                <b>{texts.ranges[range.name]}</b>{' '}
                <span class="dim">
                  <Dates visit={visit} range={range} />
                </span>
              </p>
              {range.reported === 0 ? null : <Differences visit={visit} mismatches={range.mismatches} />}
              <RangeLinks visit={visit} region={region} range={range} />
            </li>
          ))}
      </ul>
    </>
  );
}

function Differences({
  visit: { language, formats },
  mismatches,
}: Pick<RangeProps, 'visit'> & { readonly mismatches: readonly MismatchSums[] }) {
  const texts = OVERVIEW_TEXTS[language].mismatches;
  if (mismatches.length === 0) return <p>{texts.none}</p>;
  return (
    <ul class="sums">
      {mismatches.map(({ currency, orders, differenceMinor, unknown }) => (
        <li>
          <strong>
            <bdi>
              {currency === null || differenceMinor === null
                ? `${currency ?? texts.noCurrency} –`
                : formats.difference({ currency, minor: differenceMinor })}
            </bdi>
          </strong>{' '}
          <Say
            phrase={
              unknown === 0
                ? texts.orders(formats.count(orders))
                : texts.ordersAndUnknown(formats.count(orders), formats.count(unknown))
            }
          />
        </li>
      ))}
    </ul>
  );
}

function RangeLinks({
  visit: { language },
  region,
  range,
}: {
  readonly visit: Pick<Visit, 'language'>;
  readonly region: string;
  readonly range: DateRangeSums;
}) {
  const texts = OVERVIEW_TEXTS[language].mismatches;
  const { from, to } = range;
  if (range.reported === 0) return <p class="dim">{texts.noReports}</p>;
  const file = (end: string) => rangeAddress(region, from, to, `amount-mismatches.${end}`);
  const form = excelForm(region);
  return (
    <p class="links">
      <a href={findingsAddress({ region, code: CODES, from, to })}>{texts.findings}</a>{' '}
      {range.isPurged ? (
        <span class="dim">{texts.purged}</span>
      ) : (
        <>
          <a href={file(form)}>{form === 'csv' ? texts.csv : texts.excel}</a>{' '}
          <a href={file('xlsx')}>{texts.workbook}</a>
        </>
      )}
    </p>
  );
}

/** The form of CSV that Excel opens in a region's country; the plain one where no form is made for it. */
function excelForm(region: string): string {
  return region === 'BR' ? 'excel-br.csv' : region === 'EG' ? 'excel-eg.csv' : 'csv';
}

function Dates({
  visit: { formats },
  range: { from, to },
}: { readonly range: DateRangeSums } & Pick<RangeProps, 'visit'>) {
  return from === to ? (
    <bdi>{formats.shortDate(to)}</bdi>
  ) : (
    <>
      <bdi>{formats.dayAndMonth(from)}</bdi> – <bdi>{formats.shortDate(to)}</bdi>
    </>
  );
}

/** Money requested and paid by currency, and what was paid differently, for each range of dates. */
export function MoneyTable({ visit, ranges, name }: RangeProps & { readonly name: string }) {
  const { language } = visit;
  const texts = MONEY_TEXTS[language];
  return (
    <>
      <ScrolledTable
        label={`${texts.heading}: ${name}`}
        caption={texts.heading}
        headings={[
          texts.range,
          FRAME_TEXTS[language].columns.currency,
          numberHeading(texts.requested),
          numberHeading(texts.paid),
          numberHeading(texts.difference),
          numberHeading(texts.mismatched),
        ]}
      >
        {ranges.map((range) => (
          <RangeRows visit={visit} range={range} />
        ))}
      </ScrolledTable>
      <p class="dim">{texts.help}</p>
    </>
  );
}

/** One row for each currency of a range. */
function RangeRows({ visit, range }: Pick<RangeProps, 'visit'> & { readonly range: DateRangeSums }) {
  const { language, formats } = visit;
  const texts = OVERVIEW_TEXTS[language];
  const currencies = currenciesOf(range);
  const heading = (
    <th scope="rowgroup" rowspan={Math.max(1, currencies.length)}>
      {texts.ranges[range.name]}
      <br />
      <span class="dim">
        <Dates visit={visit} range={range} />
      </span>
    </th>
  );
  if (currencies.length === 0) {
    return (
      <tr>
        {heading}
        <td colspan={5} class="dim">
          {range.reported === 0 ? texts.mismatches.noReports : texts.shares.empty}
        </td>
      </tr>
    );
  }
  return (
    <>
      {currencies.map((currency, index) => {
        const money = range.money.find((one) => one.currency === currency);
        const mismatches = range.mismatches.find((one) => one.currency === currency);
        // A sum that is not there is of no orders. Minor units of no currency are no amount.
        const shown = (minor = '0') => (currency === null ? '–' : formats.money({ currency, minor }));
        return (
          <tr>
            {index === 0 ? heading : null}
            <td>
              <bdi>{currency ?? texts.mismatches.noCurrency}</bdi>
            </td>
            <td class="number">
              <bdi>{shown(money?.requestedMinor)}</bdi>
            </td>
            <td class="number">
              <bdi>{shown(money?.paidMinor)}</bdi>
            </td>
            <td class="number">
              <bdi>{differenceText(formats, currency, mismatches)}</bdi>
            </td>
            <td class="number">{formats.count(mismatches?.orders ?? 0)}</td>
          </tr>
        );
      })}
    </>
  );
}

/** The currencies of a range; null only if a payment has none, or an order that is mismatched. */
function currenciesOf({ money, mismatches }: DateRangeSums): Array<string | null> {
  const isEmpty = ({ currency, requestedMinor, paidMinor }: CurrencySums) =>
    currency === null && requestedMinor === '0' && paidMinor === '0';
  const shown = [...money.filter((sums) => !isEmpty(sums)), ...mismatches];
  return [...new Set(shown.map(({ currency }) => currency))].sort((one, other) =>
    (one ?? '') < (other ?? '') ? -1 : 1,
  );
}

/** The sum of differences; a dash where there are mismatches without a known difference. */
function differenceText(
  formats: Formats,
  currency: string | null,
  mismatches: MismatchSums | undefined,
): string {
  const minor = mismatches === undefined ? '0' : mismatches.differenceMinor;
  return currency === null || minor === null ? '–' : formats.difference({ currency, minor });
}
