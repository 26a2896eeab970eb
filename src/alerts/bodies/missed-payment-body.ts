import type { MissedPaymentFacts } from '../alert.ts';
import type { MessageBody } from './message-body.ts';
import type { Wording } from './wording.ts';

/** An order that only the provider's statement shows as paid. */
export function missedPaymentBody(facts: MissedPaymentFacts, { texts, sums }: Wording): MessageBody {
  const { currency, minor } = facts;
  const money = currency === null || minor === null ? undefined : sums([{ currency, minor }]);
  return {
    subject: texts.missedPayment.subject(facts.orderNo),
    blocks: [{ kind: 'words', words: texts.missedPayment.body(facts.orderNo, facts.merchantId, money) }],
  };
}
