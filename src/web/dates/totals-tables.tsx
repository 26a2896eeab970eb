import type { DateTotals, SummaryRows, Tie } from '../../books/shown/date-totals.ts';
import type { Outcome } from '../../reconcile/rules/outcome.ts';
import { TEXTS } from '../../texts/languages.ts';
import { DATE_TEXTS } from '../../texts/page/date-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { withoutHidden } from '../../texts/phrase.ts';
import { previewAddress } from '../addresses.ts';
import { Say } from '../parts/say.tsx';
import { CellTable, type Heading, numberHeading } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';
import type { AskedDate } from './asked-date.ts';

/** Rows of a summary that are shown; the preview has all of them. */
const MOST_ROWS = 20;

interface TotalsProps {
  readonly visit: Pick<Visit, 'language' | 'formats'>;
  readonly asked: AskedDate;
  readonly totals: DateTotals;
}

/** The totals of a date by outcome, by merchant and method, and whether they tie. */
export function Totals({ visit, asked, totals }: TotalsProps) {
  const texts = DATE_TEXTS[visit.language].totals;
  return (
    <section aria-labelledby="totals">
      <h2 id="totals">{texts.heading}</h2>
      <Ties visit={visit} ties={totals.ties} />
      <Outcomes visit={visit} rows={totals.manifest} />
      <Summary visit={visit} asked={asked} rows={totals.orders} of="daily-summary" />
      <Summary visit={visit} asked={asked} rows={totals.payments} of="payments-summary" />
    </section>
  );
}

type Words = Pick<TotalsProps, 'visit'>;

function Ties({ visit, ties }: Words & { readonly ties: readonly Tie[] }) {
  const { language, formats } = visit;
  const texts = DATE_TEXTS[language].totals;
  const isTied = ties.every(({ isEqual }) => isEqual);
  // What has no currency is shown only where there is any.
  const shown = ties.filter(({ currency, rows, total }) => currency !== '' || rows !== '0' || total !== '0');
  const written = ({ currency }: Tie, sum: string) =>
    currency === null || currency === '' ? formats.count(sum) : formats.money({ currency, minor: sum });
  return (
    <div class={`notice ${isTied ? 'good' : 'bad'}`}>
      <p>
        {isTied ? '✓ ' : '× '}
        {isTied ? texts.tie : texts.doNotTie}
      </p>
      <details open={!isTied}>
        <summary>{texts.sums}</summary>
        <CellTable
          label={texts.measure}
          headings={[texts.measure, numberHeading(texts.ofRows), numberHeading(texts.ofTotals), '']}
          rows={shown.map((tie) => [
            texts.measures[tie.measure],
            written(tie, tie.rows),
            written(tie, tie.total),
            tie.isEqual ? `✓ ${texts.equal}` : `× ${texts.different}`,
          ])}
        />
      </details>
    </div>
  );
}

function Outcomes({ visit, rows }: Words & { readonly rows: DateTotals['manifest'] }) {
  const { language, formats } = visit;
  const texts = DATE_TEXTS[language].totals;
  const columns = FRAME_TEXTS[language].columns;
  if (rows.length === 0) return <p>{texts.noOrders}</p>;
  return (
    <CellTable
      caption={texts.byOutcome}
      label={texts.byOutcome}
      headings={[
        columns.outcome,
        columns.currency,
        numberHeading(columns.orders),
        numberHeading(columns.requested),
        numberHeading(columns.paid),
      ]}
      rows={rows.map((row) => {
        const currency = fieldOf(row, 'currency');
        const outcome = fieldOf(row, 'outcome');
        return [
          outcomeName(language, outcome),
          currency,
          formats.count(fieldOf(row, 'orders')),
          money(visit, currency, fieldOf(row, 'requested_minor')),
          money(visit, currency, fieldOf(row, 'paid_minor')),
        ];
      })}
    />
  );
}

interface SummaryProps extends Words {
  readonly asked: AskedDate;
  readonly rows: SummaryRows;
  readonly of: 'daily-summary' | 'payments-summary';
}

function Summary({ visit, asked, rows, of }: SummaryProps) {
  const texts = DATE_TEXTS[visit.language].totals;
  const isOrders = of === 'daily-summary';
  const caption = isOrders ? texts.byMerchant : texts.paymentsByMerchant;
  if (rows.length === 0) return <p>{isOrders ? texts.noOrders : texts.noPayments}</p>;
  return (
    <>
      <CellTable
        caption={caption}
        label={caption}
        headings={isOrders ? orderColumns(visit) : paymentColumns(visit)}
        rows={rows
          .slice(0, MOST_ROWS)
          .map((row) => (isOrders ? orderCells(visit, row) : paymentCells(visit, row)))}
      />
      {rows.length <= MOST_ROWS ? null : (
        <p>
          <a href={previewAddress(asked.region, asked.date, of, asked.version)}>
            <Say phrase={texts.more(visit.formats.count(rows.length))} />
          </a>
        </p>
      )}
    </>
  );
}

type SummaryRow = SummaryRows[number];

function groupColumns({ language }: Pick<Visit, 'language'>): Heading[] {
  const { merchant, method, currency } = FRAME_TEXTS[language].columns;
  return [merchant, DATE_TEXTS[language].totals.subMerchant, method, currency];
}

function groupCells(row: SummaryRow): string[] {
  return ['merchant_id', 'sub_merchant_id', 'payment_method', 'currency'].map((name) =>
    withoutHidden(row[name] ?? ''),
  );
}

function orderColumns(visit: Words['visit']): Heading[] {
  const texts = DATE_TEXTS[visit.language].totals;
  const { orders, requested, paid, difference } = FRAME_TEXTS[visit.language].columns;
  return [
    ...groupColumns(visit),
    numberHeading(orders),
    numberHeading(requested),
    numberHeading(texts.paidOrders),
    numberHeading(paid),
    numberHeading(difference),
    numberHeading(texts.unreadable),
  ];
}

function orderCells(visit: Words['visit'], row: SummaryRow): string[] {
  const { formats } = visit;
  const currency = row['currency'] ?? '';
  const difference = row['difference_minor'] ?? '0';
  return [
    ...groupCells(row),
    formats.count(row['orders'] ?? '0'),
    money(visit, currency, row['requested_minor']),
    formats.count(row['paid_orders'] ?? '0'),
    money(visit, currency, row['paid_minor']),
    currency === '' ? formats.count(difference) : formats.difference({ currency, minor: difference }),
    formats.count(row['unreadable'] ?? '0'),
  ];
}

function paymentColumns(visit: Words['visit']): Heading[] {
  const texts = DATE_TEXTS[visit.language].totals;
  return [
    ...groupColumns(visit),
    numberHeading(texts.payments),
    numberHeading(FRAME_TEXTS[visit.language].columns.paid),
    numberHeading(texts.unreadable),
  ];
}

function paymentCells(visit: Words['visit'], row: SummaryRow): string[] {
  return [
    ...groupCells(row),
    visit.formats.count(row['payments'] ?? '0'),
    money(visit, row['currency'] ?? '', row['paid_minor']),
    visit.formats.count(row['unreadable'] ?? '0'),
  ];
}

/** Money in minor units; a number where it has no currency. */
function money({ formats }: Words['visit'], currency: string, minor = '0'): string {
  return currency === '' ? formats.count(minor) : formats.money({ currency, minor });
}

/** An outcome's name in the language. */
export function outcomeName(language: Visit['language'], outcome: string): string {
  const names: Readonly<Record<string, string>> = TEXTS[language].outcomes satisfies Record<Outcome, string>;
  return names[outcome] ?? outcome;
}

/** A field of a total as the manifest has it, as text; empty for null. */
function fieldOf(row: unknown, name: string): string {
  if (typeof row !== 'object' || row === null) return '';
  return String(Reflect.get(row, name) ?? '');
}
