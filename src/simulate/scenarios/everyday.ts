import { firstPayIn, payAt, payment, type Scenario } from '../scenario.ts';

const SIX_HOURS = 21_600;

/** Orders with an ordinary result: paid as requested, perhaps after retries, or not paid. */
export const EVERYDAY: readonly Scenario[] = [
  {
    name: 'paid',
    about: 'Asked for, accepted, paid as asked and notified once.',
    rate: { BR: 'rest', EG: 'rest' },
    outcome: 'MATCHED',
    findings: [],
    isEveryday: true,
    apply() {},
  },
  {
    name: 'never-paid',
    about: 'Accepted, and nothing more was ever heard: the payer left.',
    rate: { BR: 2560, EG: 2350 },
    outcome: 'STUCK',
    findings: ['STUCK_PROCESSING'],
    isEveryday: true,
    apply(order) {
      order.callbacks = [];
    },
  },
  {
    name: 'processing-only',
    about: 'Accepted, and the only callback says PROCESSING.',
    rate: { BR: 690, EG: 420 },
    outcome: 'STUCK',
    findings: ['STUCK_PROCESSING'],
    isEveryday: true,
    apply(order, { random }) {
      const callback = payment(order);
      callback.status = 'PROCESSING';
      payAt(callback, order.requestedAt + random.between(3, 60));
    },
  },
  {
    name: 'offset-absent',
    about: 'The channel gives the time of payment by the local clock, without an offset.',
    rate: { BR: 60, EG: 300 },
    outcome: 'MATCHED',
    findings: [],
    isEveryday: true,
    apply(order) {
      payment(order).completedForm = 'local';
    },
  },
  {
    name: 'paid-next-day',
    about: 'Asked for in the evening with a session of a day, and paid just after midnight.',
    rate: { BR: 120, EG: 150 },
    outcome: 'MATCHED',
    findings: [],
    isEveryday: true,
    suits: (order, { day }) => order.requestedAt >= day.endsAt - SIX_HOURS,
    apply(order, { day, random }) {
      firstPayIn(order).expirySeconds = 86_400;
      payAt(payment(order), day.endsAt + random.between(20, 1500));
    },
  },
  {
    name: 'redelivered',
    about: 'The first delivery was answered with FAIL, a later one with SUCCESS.',
    rate: { BR: 80, EG: 80 },
    outcome: 'MATCHED',
    findings: [],
    apply(order) {
      const last = payment(order);
      order.callbacks.unshift({ ...last, ack: 'FAIL' });
      last.receivedAt += 60;
    },
  },
  {
    name: 'retried',
    about: 'The first call timed out; the same order, sent again, was accepted and paid.',
    rate: { BR: 25, EG: 30 },
    outcome: 'MATCHED',
    findings: [],
    apply(order) {
      const first = firstPayIn(order);
      const response = first.response!;
      order.payIns.push({
        ...first,
        sentAt: first.sentAt + 31,
        response: { ...response, at: response.at + 31 },
      });
      first.response = undefined;
      payAt(payment(order), payment(order).completedAt + 31);
    },
  },
  {
    name: 'duplicate-line',
    about: 'The log has the line of the callback twice, as after an overlapping copy.',
    rate: { BR: 15, EG: 15 },
    outcome: 'MATCHED',
    findings: [],
    duplicateLines: 1,
    apply(order) {
      payment(order).copies = 2;
    },
  },
  {
    name: 'cut-line',
    about: 'The line of the first delivery breaks off in the middle; the delivery a minute later is whole.',
    rate: { BR: 8, EG: 3 },
    outcome: 'MATCHED',
    findings: [],
    rejectedLines: 1,
    apply(order) {
      const last = payment(order);
      order.callbacks.unshift({ ...last, ack: 'FAIL', isCut: true });
      last.receivedAt += 60;
    },
  },
];
