import { isoSeconds } from '../../normalise/instant.ts';
import { counted } from '../../terminal-text.ts';
import type { BankEvent, PayoutEvent, StatementEvent } from './stated-story.ts';
import { asStated, moneyTitle } from './story-money.ts';
import { isSame, type OrderKey, type StoryMoney } from './story-values.ts';

/** The title of what a statement or the bank says. It is not yet escaped for a terminal. */
export function statedTitle(event: StatementEvent | PayoutEvent | BankEvent): string {
  switch (event.kind) {
    case 'statement':
      return [
        event.replacedBy === null ? 'statement row' : 'replaced statement row',
        event.type,
        event.status,
        ...(event.tradeNo === null ? [] : [`tradeNo ${event.tradeNo}`]),
      ].join(' ');
    case 'payout':
      return `payout ${event.payoutId}`;
    case 'bank':
      return `bank row of payout ${event.payoutId}`;
  }
}

/** Further details of it, one line each. */
export function statedDetails(event: StatementEvent | PayoutEvent | BankEvent, order: OrderKey): string[] {
  switch (event.kind) {
    case 'statement':
      return statementDetails(event, order);
    case 'payout':
      return [
        `of ${counted(event.rows, 'statement row')}`,
        ...(event.isBooked ? [] : ['no bank row belongs to it']),
      ];
    case 'bank':
      return [
        ...(event.reference === null ? [] : [`reference ${event.reference}`]),
        ...(event.difference === null || event.difference.minor === '0'
          ? []
          : [`differs by ${moneyTitle(event.difference)} from what is paid out`]),
      ];
  }
}

function statementDetails(event: StatementEvent, order: OrderKey): string[] {
  const { fee, net, expectedFee, settledOn, payoutId, rowId, typeText, statusText } = event;
  const settled = [
    ...(settledOn === null ? [] : [`settled on ${settledOn}`]),
    ...(payoutId === null ? [] : [`payout ${payoutId}`]),
  ];
  const amounts = [
    ...amountText('fee', fee),
    // A fee that was expected is shown where it is not the one that was charged.
    ...(expectedFee?.minor === fee?.minor ? [] : amountText('expected fee', expectedFee)),
    ...amountText('net', net),
  ];
  return [
    ...placeDetails(event, order),
    ...(rowId === null ? [] : [`row ${rowId}`]),
    ...(event.type === 'other' && typeText !== null ? [`its type is ${typeText}`] : []),
    ...(event.status === 'unknown' && statusText !== null ? [`its status is ${statusText}`] : []),
    ...[amounts, settled].filter((list) => list.length > 0).map((list) => list.join(', ')),
    ...(event.findings.length === 0 ? [] : [`findings: ${event.findings.join(' ')}`]),
    `read at ${isoSeconds(event.readAt)}`,
  ];
}

/** What the row belongs to, where that is not simply this order. */
function placeDetails(event: StatementEvent, order: OrderKey): string[] {
  const { matched, countedAt, replacedBy, names } = event;
  if (replacedBy !== null) return [`replaced by the row at ${replacedBy.source}:${replacedBy.line}`];
  if (matched === null) return ['not judged yet'];
  if (countedAt === null) return ['belongs to no order'];
  if (!isSame(countedAt, order))
    return [`counted at order ${countedAt.orderNo} of merchant ${countedAt.merchantId}`];
  const isOther = names.orderNo !== '' && names.orderNo !== order.orderNo;
  return isOther ? [`names order ${names.orderNo}`, 'counted here by its tradeNo'] : [];
}

function amountText(label: string, money: StoryMoney | null): string[] {
  const title = money === null ? null : moneyTitle(asStated(money));
  return title === null ? [] : [`${label} ${title}`];
}
