import type { Settings } from '../../../settings.ts';
import type { AlertFacts } from '../alert.ts';
import type { Language } from '../templates/formats.ts';
import { findingsLetter, recoveredLetter } from './findings-letter.ts';
import { jobLetter } from './job-letter.ts';
import type { Letter } from './letter.ts';
import { nightLetter } from './night-letter.ts';
import { watchLetter } from './watch-letter.ts';
import { wordingOf } from './wording.ts';

/** Facts that are told to people; a good night is told to a program that says nothing. */
export type ToldFacts = Exclude<AlertFacts, { readonly topic: 'good-night' }>;

/**
 * Facts as a message in a language.
 * @param notAttached names of reports that a night's mail was to carry and does not
 */
export function compose(
  facts: ToldFacts,
  settings: Settings,
  language: Language,
  notAttached: readonly string[] = [],
): Letter {
  const wording = wordingOf(settings, language);
  switch (facts.topic) {
    case 'findings':
      return findingsLetter(facts, wording);
    case 'recovered':
      return recoveredLetter(facts, wording);
    case 'night':
      return nightLetter(facts, wording, notAttached);
    case 'jobs':
      return jobLetter(facts, wording);
    case 'watch':
      return watchLetter(facts, wording);
    case 'test': {
      const { subject, body } = wording.texts.test;
      return {
        subject: subject(facts.channel),
        blocks: [{ kind: 'words', words: body(facts.channel) }],
      };
    }
  }
}
