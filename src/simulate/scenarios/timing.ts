import { firstPayIn, payAt, payment, type Scenario } from '../scenario.ts';

/** Orders with unusual times or an unusual sequence of statuses. */
export const TIMING: readonly Scenario[] = [
  {
    name: 'late-callback',
    about: 'The notification came 90 minutes to 20 hours after the payment.',
    rate: { BR: 15, EG: 15 },
    outcome: 'MATCHED',
    findings: ['LATE_CALLBACK'],
    apply(order, { random }) {
      payment(order).receivedAt += random.between(5400, 72_000);
    },
  },
  {
    name: 'paid-after-expiry',
    about: 'Paid up to two hours after the session of the default 3600 seconds had ended.',
    rate: { BR: 12, EG: 12 },
    outcome: 'MATCHED',
    findings: ['PAID_AFTER_EXPIRY'],
    apply(order, { random }) {
      firstPayIn(order).expirySeconds = undefined;
      payAt(payment(order), order.requestedAt + 3600 + random.between(60, 7200));
    },
  },
  {
    name: 'implausible-time',
    about: 'The notification says that the payment completed 20 minutes after the notification came.',
    rate: { BR: 8, EG: 4 },
    outcome: 'MATCHED',
    findings: ['TIME_IMPLAUSIBLE'],
    apply(order) {
      const callback = payment(order);
      callback.completedForm = 'offset';
      callback.completedAt = callback.receivedAt + 1200;
    },
  },
  {
    name: 'unreadable-time',
    about: 'The time of payment is written as 19/11/2026 14:05.',
    rate: { BR: 3, EG: 12 },
    outcome: 'MATCHED',
    findings: ['TIME_UNREADABLE'],
    apply(order) {
      payment(order).completedForm = 'slashes';
    },
  },
  {
    name: 'utc-without-offset',
    about: 'Brazil: the channel gives the time of payment in UTC without saying so.',
    rate: { BR: 9, EG: 0 },
    outcome: 'MATCHED',
    findings: ['OFFSET_DISAGREES'],
    apply(order, { random }) {
      const callback = payment(order);
      callback.completedForm = 'utc';
      if (random.chance(0.5)) callback.headerForm = 'utc';
    },
  },
  {
    name: 'utc-read-as-local',
    about: 'Egypt: the channel gives UTC without saying so, which reads as hours before the order existed.',
    rate: { BR: 0, EG: 12 },
    outcome: 'MATCHED',
    findings: ['LATE_CALLBACK', 'OFFSET_DISAGREES', 'TIME_IMPLAUSIBLE'],
    apply(order, { random }) {
      const callback = payment(order);
      payAt(callback, order.requestedAt + random.between(60, 1500));
      callback.completedForm = 'utc';
      callback.headerForm = 'utc';
    },
  },
  {
    name: 'status-regressed',
    about: 'After the notification of the payment there came one that says PROCESSING.',
    rate: { BR: 8, EG: 4 },
    outcome: 'MATCHED',
    findings: ['STATUS_REGRESSED'],
    apply(order, { random }) {
      const later = { ...payment(order), status: 'PROCESSING' };
      payAt(later, later.completedAt + random.between(60, 900));
      order.callbacks.push(later);
    },
  },
  {
    name: 'unknown-status',
    about: 'When the session had ended, a callback came with a status that the interface does not show.',
    rate: { BR: 30, EG: 40 },
    outcome: 'STUCK',
    findings: ['STUCK_PROCESSING', 'UNKNOWN_STATUS'],
    apply(order) {
      const callback = payment(order);
      callback.status = 'EXPIRED_BY_CHANNEL';
      payAt(callback, order.requestedAt + (firstPayIn(order).expirySeconds ?? 3600) + 30);
    },
  },
  {
    name: 'never-acknowledged',
    about: 'Three deliveries, each answered with FAIL.',
    rate: { BR: 10, EG: 10 },
    outcome: 'MATCHED',
    findings: ['ACK_NOT_SUCCESS'],
    apply(order) {
      const first = payment(order);
      first.ack = 'FAIL';
      for (const delay of [60, 360]) order.callbacks.push({ ...first, receivedAt: first.receivedAt + delay });
    },
  },
  {
    name: 'expiry-out-of-range',
    about: 'expiryPeriod is 600 in Brazil (3600 to 86400) or 172800 in Egypt (at most 86400).',
    rate: { BR: 3, EG: 12 },
    outcome: 'MATCHED',
    findings: ['CONTRACT_VIOLATION'],
    apply(order, { random }) {
      const isBrazil = order.region.code === 'BR';
      firstPayIn(order).expirySeconds = isBrazil ? 600 : 172_800;
      if (isBrazil) payAt(payment(order), order.requestedAt + random.between(15, 500));
    },
  },
];
