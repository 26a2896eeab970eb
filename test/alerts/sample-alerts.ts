import type { Alert, FindingGroup, JobFacts, NightFacts, WatchFacts } from '../../src/alerts/alert.ts';

/** New findings: payments of Brazil, graver ones of Egypt. */
export const GROUPS: readonly FindingGroup[] = [
  {
    code: 'MULTIPLE_PAYMENTS',
    severity: 'critical',
    region: 'EG',
    date: '2026-11-19',
    orders: 2,
    differences: [
      { currency: 'EGP', minor: '15050' },
      { currency: 'KWD', minor: '-1005' },
    ],
    requested: [
      { currency: 'EGP', minor: '9007199254740993123' },
      { currency: 'KWD', minor: '2010' },
    ],
    examples: ['EG0000000017', 'EG0000000042'],
  },
  {
    code: 'STUCK_PROCESSING',
    severity: 'medium',
    region: 'BR',
    date: '2026-11-18',
    orders: 42,
    differences: [],
    requested: [{ currency: 'BRL', minor: '1234567' }],
    examples: ['BR0000000001'],
  },
  {
    code: 'AMOUNT_MISMATCH',
    severity: 'high',
    region: 'BR',
    date: '2026-11-19',
    orders: 1,
    differences: [{ currency: 'BRL', minor: '-5' }],
    requested: [{ currency: 'BRL', minor: '10000' }],
    examples: [],
  },
];

const NIGHT: NightFacts = {
  topic: 'night',
  date: '2026-11-19',
  region: 'BR',
  asOf: '2026-11-20 05:30:00.123456+00',
  version: 3,
  isNew: true,
  completeUntil: null,
  isProvisional: false,
  outcomes: [
    {
      outcome: 'MATCHED',
      currency: 'BRL',
      orders: 12_345,
      requestedMinor: '98765432100',
      paidMinor: '98765432100',
    },
    { outcome: 'MISMATCH', currency: 'BRL', orders: 11, requestedMinor: '110000', paidMinor: '109995' },
    { outcome: 'STUCK', currency: null, orders: 1, requestedMinor: '0', paidMinor: '0' },
  ],
  findings: [
    { code: 'AMOUNT_MISMATCH', severity: 'high', orders: 11, example: 'BR0000000007' },
    { code: 'LATE_CALLBACK', severity: 'low', orders: 1, example: 'BR0000000008' },
  ],
  paid: [
    {
      paymentMethod: 'BOLETO',
      currency: 'BRL',
      orders: 3,
      paidMinor: '45000',
      refundedMinor: '0',
      unreadable: 0,
    },
    {
      paymentMethod: 'PIX',
      currency: 'BRL',
      orders: 12_350,
      paidMinor: '98765541995',
      refundedMinor: '20000',
      unreadable: 1,
    },
  ],
  stuckBefore: 3,
  restated: [{ date: '2026-11-17', region: 'BR', version: 2 }],
};

const JOB: JobFacts = {
  topic: 'jobs',
  job: 'nightly',
  region: 'EG',
  date: '2026-11-19',
  dueAt: '2026-11-20 00:30:00+00',
  failures: 5,
};

const WATCH: WatchFacts = {
  topic: 'watch',
  measure: 'silent',
  region: 'EG',
  zone: 'Africa/Cairo',
  merchantId: 'all',
  paymentMethod: 'FAWRY',
  since: '2026-11-22 12:05:00+00',
  at: '2026-11-22 12:35:00+00',
  ended: false,
  observed: 0,
  of: null,
  expected: 411.6,
  probability: 0.000_000_01,
  money: [{ currency: 'EGP', minor: '9600000' }],
};

const UNREAD: WatchFacts = { ...WATCH, paymentMethod: 'all', money: [] };

function alert<Facts>(key: string, severity: Alert['severity'], facts: Facts) {
  return { key, severity, facts };
}

/** An alert of every kind that is told to people, by the name of its golden files. */
export const SAMPLES = {
  findings: alert('findings 7', 'critical', {
    topic: 'findings' as const,
    asOf: '2026-11-20 05:30:00+00',
    groups: GROUPS,
  }),
  recovered: alert('recovered 8', 'critical', {
    topic: 'recovered' as const,
    asOf: '2026-11-20 05:30:00+00',
    groups: GROUPS,
  }),
  night: alert('night BR 2026-11-19 v3', 'low', NIGHT),
  'night-provisional': alert('night other 2026-11-19', 'low', {
    ...NIGHT,
    region: 'other',
    version: null,
    isProvisional: true,
    completeUntil: '2026-11-19 23:00:00+00',
    outcomes: [],
    findings: [],
    paid: [],
    stuckBefore: 0,
    restated: [],
  }),
  'night-unchanged': alert('night EG 2026-11-19 v1', 'low', {
    ...NIGHT,
    region: 'EG',
    version: 1,
    isNew: false,
    isProvisional: true,
    stuckBefore: 1,
    restated: [],
  }),
  'job-failed': alert('jobs nightly EG', 'high', {
    ...JOB,
    fault: {
      code: 'SOURCE_BROKEN',
      title: 'A file could not be read to its end, and nothing of it was kept',
      where: 'logs/2026-11-19.ndjson.gz',
      found: 'unexpected end of file',
      remedy: 'Copy the file again from where it came from, then run the same command again.',
    },
    retryAt: '2026-11-20 01:30:00+00',
  }),
  'job-well': alert('jobs nightly EG well', 'low', { ...JOB, region: 'all', date: null, failures: 11 }),
  'watch-silent': alert('watch 1', 'critical', WATCH),
  'watch-silent-ended': alert('watch 1 ended', 'critical', {
    ...WATCH,
    ended: true,
    since: '2026-11-21 12:05:00+00',
    resumedAt: '2026-11-22 12:20:07.25+00',
  }),
  'watch-silent-ended-unpaid': alert('watch 8 ended', 'critical', { ...WATCH, ended: true }),
  'watch-unread': alert('watch 6', 'critical', { ...UNREAD, unread: 'records' as const }),
  'watch-unread-pay-ins': alert('watch 7', 'critical', { ...UNREAD, unread: 'pay-ins' as const }),
  'watch-unread-ended': alert('watch 6 ended', 'critical', {
    ...{ ...UNREAD, unread: 'records' as const, ended: true },
  }),
  'watch-paid-share': alert('watch 2', 'high', {
    ...WATCH,
    measure: 'paid_share' as const,
    region: 'BR',
    zone: 'America/Sao_Paulo',
    merchantId: 'M-100',
    paymentMethod: 'PIX',
    since: '2026-11-21 23:00:00+00',
    observed: 61,
    of: 103,
    expected: 94,
    probability: 0.000_123,
    money: [],
  }),
  'watch-late-share': alert('watch 3', 'medium', {
    ...WATCH,
    measure: 'late_share' as const,
    region: 'all',
    zone: 'UTC',
    paymentMethod: '',
    observed: 2,
    of: 11,
    expected: 1,
    probability: 0.02,
  }),
  'watch-stuck': alert('watch 4', 'medium', {
    ...WATCH,
    measure: 'stuck' as const,
    observed: 11,
    expected: 2,
  }),
  'watch-mismatches': alert('watch 5', 'medium', {
    ...WATCH,
    measure: 'mismatches' as const,
    observed: 3,
    expected: 0,
  }),
  'watch-paid-share-ended': alert('watch 2 ended', 'high', {
    ...WATCH,
    measure: 'paid_share' as const,
    ended: true,
  }),
  'watch-late-share-ended': alert('watch 3 ended', 'high', {
    ...WATCH,
    measure: 'late_share' as const,
    ended: true,
  }),
  'watch-stuck-ended': alert('watch 4 ended', 'high', { ...WATCH, measure: 'stuck' as const, ended: true }),
  'watch-mismatches-ended': alert('watch 5 ended', 'high', {
    ...WATCH,
    measure: 'mismatches' as const,
    ended: true,
  }),
  'watch-silent-unjudged': alert('watch 9 ended', 'critical', { ...WATCH, ended: true, unjudged: true }),
  'watch-unread-unjudged': alert('watch 10 ended', 'critical', {
    ...{ ...UNREAD, unread: 'pay-ins' as const, ended: true, unjudged: true },
  }),
  'watch-paid-share-unjudged': alert('watch 11 ended', 'high', {
    ...WATCH,
    measure: 'paid_share' as const,
    since: '2026-11-21 12:05:00+00',
    ended: true,
    unjudged: true,
  }),
  'watch-stuck-unjudged': alert('watch 12 ended', 'medium', {
    ...{ ...WATCH, measure: 'stuck' as const, ended: true, unjudged: true },
  }),
  'watch-late-share-unjudged': alert('watch 13 ended', 'medium', {
    ...{ ...WATCH, measure: 'late_share' as const, ended: true, unjudged: true },
  }),
  'watch-mismatches-unjudged': alert('watch 14 ended', 'high', {
    ...{ ...WATCH, measure: 'mismatches' as const, ended: true, unjudged: true },
  }),
  test: alert('test', 'low', { topic: 'test' as const, channel: 'finance' }),
} as const satisfies Record<string, Alert>;
