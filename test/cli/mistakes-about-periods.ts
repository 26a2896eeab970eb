import type { Mistake } from './mistakes.ts';

/** Command lines that close, open again, withdraw or purge, and are not understood. */
export const MISTAKES_ABOUT_PERIODS: readonly Mistake[] = [
  {
    about: 'a closing without a date',
    words: ['close', '--reason', 'booked'],
    says: ['--through'],
  },
  {
    about: 'a closing without a reason',
    words: ['close', '--through', '2024-11-19'],
    says: ['where:    --reason', 'found:    not given', 'for the audit trail'],
  },
  {
    about: 'a closing by nobody',
    words: ['close', '--through', '2024-11-19', '--reason', 'booked', '--by', ' '],
    says: ['where:    --by', 'found:    no name'],
  },
  {
    about: 'a period that is opened again, and a force that only a closing needs',
    words: ['close', '--through', '2024-11-19', '--reason', 'wrong file', '--reopen', '--force'],
    says: ['both --reopen and --force'],
  },
  {
    about: 'a withdrawal without a reason',
    words: ['withdraw', 'day.ndjson'],
    says: ['where:    --reason', 'not given'],
  },
  {
    about: 'a withdrawal of a source that was never read',
    words: ['withdraw', 'day.ndjson', '--reason', 'wrong file'],
    code: 'SOURCE_NOT_READ',
    says: ['found:    day.ndjson'],
  },
  {
    about: 'a purge without a limit',
    words: ['purge'],
    says: ['where:    payin-recon purge', 'found:    no limit', '--older-than with days or weeks'],
  },
  {
    about: 'a purge of what is older than nothing',
    words: ['purge', '--older-than', '0d'],
    says: ['where:    --older-than', 'found:    0d'],
  },
  {
    about: 'a purge by months, which are not all as long',
    words: ['purge', '--older-than', '13months'],
    says: ['found:    13months', '400d, 60weeks'],
  },
  {
    about: 'a purge with two limits',
    words: ['purge', '--older-than', '400d', '--before', '2024-11-19'],
    says: ['mutually exclusive'],
  },
];
