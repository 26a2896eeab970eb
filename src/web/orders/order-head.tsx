import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import type { Phrase } from '../../texts/phrase.ts';
import { dateAddress } from '../addresses.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { numberHeading, ScrolledTable } from '../parts/table.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { knownDifferencePhrase, moneyPhrase, type StoryProps } from './story-words.ts';

/** What the order is: merchant, outcome, money, business date, and its payments. */
export function OrderHead({ visit, story, zone }: StoryProps) {
  const frame = FRAME_TEXTS[visit.language];
  const texts = ORDER_TEXTS[visit.language];
  const { verdict, asOf, merchantId } = story;
  return (
    <>
      <dl class="facts">
        <dt>{frame.columns.outcome}</dt>
        <dd>
          <OutcomeBadge visit={visit} outcome={verdict?.outcome ?? null} />
        </dd>
        <dt>{texts.merchant}</dt>
        <dd>
          <Identifier text={merchantId} />
        </dd>
        {verdict === null ? null : (
          <>
            <dt>{frame.columns.requested}</dt>
            <dd>{shown(moneyPhrase(visit, verdict.requested), texts.noMoney)}</dd>
            <dt>{frame.columns.paid}</dt>
            <dd>{shown(moneyPhrase(visit, verdict.paid), texts.noMoney)}</dd>
            <dt>{frame.columns.difference}</dt>
            <dd>{shown(knownDifferencePhrase(visit, verdict.difference), texts.noMoney)}</dd>
            <dt>{texts.businessDate}</dt>
            <dd>
              <a href={dateAddress(verdict.region, verdict.businessDate)}>
                <bdi>{visit.formats.date(verdict.businessDate)}</bdi>
              </a>
            </dd>
            <dt>{frame.columns.region}</dt>
            <dd>
              <bdi>{verdict.region}</bdi> <span class="dim">{zone}</span>
            </dd>
          </>
        )}
        {asOf === null ? null : (
          <>
            <dt>{texts.knownAt}</dt>
            <dd>
              <Moment at={asOf} zone={zone} visit={visit} />
            </dd>
          </>
        )}
      </dl>
      <Payments visit={visit} story={story} zone={zone} />
    </>
  );
}

function Payments({ visit, story: { payments }, zone }: StoryProps) {
  if (payments.length === 0) return null;
  const { columns } = FRAME_TEXTS[visit.language];
  const texts = ORDER_TEXTS[visit.language];
  return (
    <ScrolledTable
      label={texts.payments}
      caption={texts.payments}
      headings={[columns.tradeNo, numberHeading(texts.amount), columns.method, texts.paidAt, texts.paidDate]}
    >
      {payments.map(({ tradeNo, money, paymentMethod, paidAt, paidDate }) => (
        <tr>
          <td>{tradeNo === null ? '' : <Identifier text={tradeNo} />}</td>
          <td class="number">{shown(moneyPhrase(visit, money), texts.unreadable)}</td>
          <td>{paymentMethod === null ? '' : <Identifier text={paymentMethod} />}</td>
          <td>{paidAt === null ? texts.unknownTime : <Moment at={paidAt} zone={zone} visit={visit} />}</td>
          <td>
            <bdi>{visit.formats.shortDate(paidDate)}</bdi>
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}

function shown(phrase: Phrase | undefined, otherwise: string) {
  return phrase === undefined ? <span class="dim">{otherwise}</span> : <Say phrase={phrase} />;
}
