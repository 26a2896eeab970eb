import type { Mistake } from './mistakes.ts';

/** Command lines that close, open again or purge, and are not understood. */
export const MISTAKES_ABOUT_PERIODS: readonly Mistake[] = [
  {
    about: 'a closing without a date',
    words: ['close', '--reason', 'booked'],
    code: 'USAGE',
    says: ['--through'],
  },
  {
    about: 'a closing without a reason',
    words: ['close', '--through', '2024-11-19'],
    code: 'USAGE',
    says: ['where:    --reason', 'found:    not given', 'for the audit trail'],
  },
  {
    about: 'a closing by nobody',
    words: ['close', '--through', '2024-11-19', '--reason', 'booked', '--by', ' '],
    code: 'USAGE',
    says: ['where:    --by', 'found:    no name'],
  },
];
