import { instantOfText, isoSeconds } from '../../normalise/instant.ts';
import { plain, textTable } from '../../terminal-text.ts';
import { eventDetails, eventPlace, eventTitle } from './event-text.ts';
import type { OrderStory, StoryEvent, StoryPayment } from './order-story.ts';
import { asStated, moneyTitle } from './story-money.ts';
import type { StoryMoney } from './story-values.ts';
import { timelineMarks } from './timeline-marks.ts';
import { timelinePicture } from './timeline-picture.ts';

const INDENT = ' '.repeat(22);

/** An order's history as text: its outcome, its timeline, and every event with its details. */
export function storyText(story: OrderStory): string {
  const heading = [
    `Order ${plain(story.orderNo)} ${story.merchantId === '' ? 'without a merchant' : `of merchant ${plain(story.merchantId)}`}`,
    outcomeText(story),
    ...explanation(story),
    ...amounts(story),
    ...story.payments.map(paymentLine),
  ].join('\n');
  const now = story.asOf === null ? undefined : instantOfText(story.asOf);
  const picture = timelinePicture(timelineMarks(story), now);
  return [heading, picture, eventTable(story)].filter((block) => block !== '').join('\n\n');
}

/** The order's outcome in one line. */
function outcomeText({ verdict, events }: OrderStory): string {
  if (verdict !== null) {
    const findings = verdict.findings.length === 0 ? '' : ` (${verdict.findings.join(' ')})`;
    return `${verdict.outcome}${findings}, business date ${verdict.businessDate}, region ${verdict.region}`;
  }
  if (events.some(({ kind }) => kind === 'request' || kind === 'response')) return 'Not reconciled yet.';
  const callbacks = events.filter((event) => event.kind === 'callback');
  if (callbacks.some(({ attribution }) => attribution === 'own')) return 'Not reconciled yet.';
  const elsewhere = callbacks.find(({ attribution }) => attribution === 'elsewhere')?.countedAt;
  if (elsewhere !== undefined && elsewhere !== null) {
    return (
      'No order of its own: what bears this number is counted, by its tradeNo, ' +
      `at order ${plain(elsewhere.orderNo)} of merchant ${plain(elsewhere.merchantId)}.`
    );
  }
  if (callbacks.length > 0) return 'No order: known only by a callback that was not verified.';
  if (events.some(({ kind }) => kind === 'statement')) {
    return 'No order: known only by rows of statements.';
  }
  if (events.some(({ kind }) => kind === 'withdrawal')) return 'All evidence of it was withdrawn.';
  return 'No evidence of it is stored any more.';
}

/** The reason why the order has no result. Its times are local, unlike the rest of the text, so it names their zone. */
function explanation({ verdict }: OrderStory): string[] {
  const sentence = verdict?.explanation ?? '';
  if (sentence === '') return [];
  return [plain(`${sentence[0]!.toUpperCase()}${sentence.slice(1)} (${verdict!.zone}).`)];
}

function amounts({ verdict }: OrderStory): string[] {
  if (verdict === null) return [];
  const parts = (['requested', 'paid', 'difference'] as const).flatMap((name) => {
    const money = verdict[name];
    // A difference of zero is not shown.
    if (money === null || (name === 'difference' && money.minor === '0')) return [];
    const title = moneyTitle(money);
    return title === null ? [] : [`${name} ${plain(title)}`];
  });
  if (parts.length === 0) return [];
  const text = parts.join(', ');
  return [text[0]!.toUpperCase() + text.slice(1)];
}

function paymentLine({ money, tradeNo, paidAt, paidDate, paymentMethod }: StoryPayment): string {
  return plain(
    [
      `Payment ${moneyTitle(money) ?? 'of an unreadable amount'}`,
      ...(paymentMethod === null ? [] : [paymentMethod]),
      ...(tradeNo === null ? [] : [`tradeNo ${tradeNo}`]),
      paidAt === null ? 'at an unknown time' : `at ${isoSeconds(paidAt)}`,
      `paid date ${paidDate}`,
    ].join(', '),
  );
}

function eventTable({ events, ...order }: OrderStory): string {
  if (events.length === 0) return '';
  const rows = events.map((event) => [
    'date' in event && event.date !== null ? event.date : isoSeconds(event.at),
    plain(eventTitle(event)),
    plain(amountOf(event)),
    plain(eventPlace(event)),
  ]);
  const [header, ...lines] = textTable(['When', 'What', 'Amount', 'Where'], rows, []).split('\n');
  const withDetails = lines.flatMap((line, index) => [
    line,
    ...eventDetails(events[index]!, order).map((detail) => `${INDENT}  ${plain(detail)}`),
  ]);
  return [header!, ...withDetails].join('\n');
}

function amountOf(event: StoryEvent): string {
  const money = moneyOf(event);
  return money === null ? '' : (moneyTitle(money) ?? '');
}

function moneyOf(event: StoryEvent): StoryMoney | null {
  if (event.kind === 'statement') {
    const money = moneyTitle(event.money) === null ? event.net : event.money;
    return money === null ? null : asStated(money);
  }
  if (event.kind === 'withdrawal' && event.record === 'statement') return asStated(event.money);
  if (event.kind === 'verdict') return event.paid;
  return 'money' in event ? event.money : null;
}
