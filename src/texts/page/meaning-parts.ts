import type { FindingCode } from '../../settings/finding-codes.ts';
import type { Phrase } from '../phrase.ts';

/** What a finding means, its condition, and what the reader can do about it. Names of settings and files are values. */
export type FindingMeaning = Readonly<Record<'explanation' | 'when' | 'remedy', Phrase>>;

/** The texts of every rule in one language. */
export type FindingMeanings = Readonly<Record<FindingCode, FindingMeaning>>;
