import type { CallbackEvent } from '../../books/order/order-story.ts';
import { isSame, type OrderKey } from '../../books/order/story-values.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { RECORD_TEXTS } from '../../texts/page/record-texts.ts';
import { orderAddress } from '../addresses.ts';
import { type Fact, identifierOf } from '../parts/facts.tsx';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { RecordedMoney } from './recorded-money.tsx';
import type { StoryProps } from './story-words.ts';

/** What a callback says, for which order it counts, and how its time was understood. */
export function callbackFacts(props: StoryProps, event: CallbackEvent): Fact[] {
  const { visit, story } = props;
  const { columns } = FRAME_TEXTS[visit.language];
  const texts = RECORD_TEXTS[visit.language];
  return [
    [texts.status, identifierOf(event.status)],
    [ORDER_TEXTS[visit.language].amount, <RecordedMoney visit={visit} money={event.money} />],
    [columns.method, identifierOf(event.paymentMethod)],
    [columns.tradeNo, identifierOf(event.tradeNo)],
    [texts.ack, identifierOf(event.ack)],
    [texts.attribution, <Attribution visit={visit} story={story} event={event} />],
    [texts.completedAt, <Completed {...props} event={event} />],
    [texts.offset, event.completedAt === null ? null : offsetOf(event.offsetSource, texts.offsets)],
    [texts.written, identifierOf(event.transactionTimeText)],
    [
      '',
      isSame(event.names, story) ? null : (
        <a href={addressOf(event.names)}>
          <Say phrase={texts.names(event.names.orderNo, event.names.merchantId)} />
        </a>
      ),
    ],
  ];
}

function Attribution({
  visit,
  story,
  event: { attribution, countedAt },
}: Pick<StoryProps, 'visit' | 'story'> & { readonly event: CallbackEvent }) {
  const texts = RECORD_TEXTS[visit.language];
  if (countedAt === null) return <strong>{texts.notVerified}</strong>;
  if (attribution === 'trade-no') return <>{texts.byTradeNo}</>;
  const phrase = <Say phrase={texts.countedAt(countedAt.orderNo, countedAt.merchantId)} />;
  return isSame(countedAt, story) ? phrase : <a href={addressOf(countedAt)}>{phrase}</a>;
}

function Completed({ visit, zone, event }: StoryProps & { readonly event: CallbackEvent }) {
  const texts = RECORD_TEXTS[visit.language];
  const { completedAt, completedImpossible } = event;
  if (completedAt === null) return <strong>{texts.noCompletion}</strong>;
  return (
    <>
      <Moment at={completedAt} zone={zone} visit={visit} />
      {completedImpossible ? <strong> ({texts.impossible})</strong> : null}
    </>
  );
}

function offsetOf(source: string, texts: Readonly<Record<string, string>>): string {
  return texts[source] ?? source;
}

function addressOf({ merchantId, orderNo }: OrderKey): string {
  return orderAddress(merchantId, orderNo);
}
