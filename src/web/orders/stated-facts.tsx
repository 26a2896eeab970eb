import type { Child } from 'hono/jsx';
import type { BankEvent, PayoutEvent, StatementEvent } from '../../books/order/stated-story.ts';
import { asStated } from '../../books/order/story-money.ts';
import { isSame, type StoryMoney } from '../../books/order/story-values.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { RECORD_TEXTS } from '../../texts/page/record-texts.ts';
import { STATED_TEXTS } from '../../texts/page/stated-texts.ts';
import { orderAddress } from '../addresses.ts';
import { type Fact, identifierOf } from '../parts/facts.tsx';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { RecordedMoney } from './recorded-money.tsx';
import { differencePhrase, findingPhrase, type StoryProps } from './story-words.ts';

/** What statements and the bank say of an order. */
export type StatedEvent = StatementEvent | PayoutEvent | BankEvent;

export function isStated(event: StoryProps['story']['events'][number]): event is StatedEvent {
  return event.kind === 'statement' || event.kind === 'payout' || event.kind === 'bank';
}

export function statedTitle(event: StatedEvent, language: StoryProps['visit']['language']): string {
  const texts = STATED_TEXTS[language];
  return event.kind === 'statement' && event.replacedBy !== null ? texts.replaced : texts[event.kind];
}

export function statedFacts(props: StoryProps, event: StatedEvent): Fact[] {
  switch (event.kind) {
    case 'statement':
      return statementFacts(props, event);
    case 'payout':
      return payoutFacts(props, event);
    case 'bank':
      return bankFacts(props, event);
  }
}

function statementFacts(props: StoryProps, event: StatementEvent): Fact[] {
  const { visit, zone } = props;
  const texts = STATED_TEXTS[visit.language];
  const { columns } = FRAME_TEXTS[visit.language];
  const isCharged = event.expectedFee?.minor === event.fee?.minor;
  return [
    [texts.type, identifierOf(event.type === 'other' ? (event.typeText ?? event.type) : event.type)],
    [
      RECORD_TEXTS[visit.language].status,
      identifierOf(event.status === 'unknown' ? (event.statusText ?? event.status) : event.status),
    ],
    [ORDER_TEXTS[visit.language].amount, <RecordedMoney visit={visit} money={asStated(event.money)} />],
    [texts.fee, moneyOf(props, event.fee)],
    [texts.expectedFee, isCharged ? null : moneyOf(props, event.expectedFee)],
    [texts.net, moneyOf(props, event.net)],
    [columns.method, identifierOf(event.paymentMethod)],
    [columns.tradeNo, identifierOf(event.tradeNo)],
    [texts.row, identifierOf(event.rowId)],
    [texts.settledOn, dateOf(props, event.settledOn)],
    [texts.payoutId, identifierOf(event.payoutId)],
    [RECORD_TEXTS[visit.language].written, identifierOf(event.completedAtText)],
    [texts.readAt, <Moment at={event.readAt} zone={zone} visit={visit} />],
    [texts.findings, findingsOf(props, event)],
    ['', belongingOf(props, event)],
  ];
}

/** What the row belongs to, where that is not simply this order. */
function belongingOf({ visit, story }: StoryProps, event: StatementEvent): Child {
  const texts = STATED_TEXTS[visit.language];
  const records = RECORD_TEXTS[visit.language];
  const { replacedBy, matched, countedAt, names } = event;
  if (replacedBy !== null) {
    const place = records.line(replacedBy.source, String(replacedBy.line));
    return (
      <>
        {texts.replacedBy}: <Say phrase={place} />
      </>
    );
  }
  if (matched === null) return texts.notJudged;
  if (countedAt === null) return texts.noOrder;
  if (!isSame(countedAt, story)) {
    return (
      <a href={orderAddress(countedAt.merchantId, countedAt.orderNo)}>
        <Say phrase={records.countedAt(countedAt.orderNo, countedAt.merchantId)} />
      </a>
    );
  }
  const isOther = names.orderNo !== '' && names.orderNo !== story.orderNo;
  return isOther ? <Say phrase={texts.named(names.orderNo)} /> : null;
}

function payoutFacts(props: StoryProps, event: PayoutEvent): Fact[] {
  const { visit } = props;
  const texts = STATED_TEXTS[visit.language];
  return [
    [texts.payoutId, identifierOf(event.payoutId)],
    [texts.net, <RecordedMoney visit={visit} money={event.money} />],
    [texts.rows, visit.formats.count(event.rows)],
    ['', event.isBooked ? null : texts.notBooked],
  ];
}

function bankFacts({ visit }: StoryProps, event: BankEvent): Fact[] {
  const texts = STATED_TEXTS[visit.language];
  const difference = differencePhrase(visit, event.difference);
  return [
    [texts.payoutId, identifierOf(event.payoutId)],
    [ORDER_TEXTS[visit.language].amount, <RecordedMoney visit={visit} money={event.money} />],
    [
      FRAME_TEXTS[visit.language].columns.difference,
      difference === undefined ? null : <Say phrase={difference} />,
    ],
    [texts.reference, identifierOf(event.reference)],
  ];
}

function findingsOf({ visit }: StoryProps, { findings }: StatementEvent): Child {
  if (findings.length === 0) return null;
  return (
    <ul>
      {findings.map((code) => (
        <li>
          <Say phrase={findingPhrase(visit, code)} />
        </li>
      ))}
    </ul>
  );
}

function moneyOf({ visit }: StoryProps, money: StoryMoney | null): Child {
  return money === null ? null : <RecordedMoney visit={visit} money={asStated(money)} />;
}

function dateOf({ visit }: StoryProps, date: string | null): Child {
  return date === null ? null : <bdi>{visit.formats.date(date)}</bdi>;
}
