import type { Settings } from '../../settings/schema.ts';
import type { Language } from '../../texts/formats.ts';
import type { AlertFacts } from '../alert.ts';
import { findingsBody, recoveredBody } from './findings-body.ts';
import { jobBody } from './job-body.ts';
import type { MessageBody } from './message-body.ts';
import { missedPaymentBody } from './missed-payment-body.ts';
import { nightBody } from './night-body.ts';
import { watchBody } from './watch-body.ts';
import { wordingOf } from './wording.ts';

/** Facts of messages to people; a heartbeat goes to a program and has no text. */
export type MessageFacts = Exclude<AlertFacts, { readonly topic: 'heartbeat' }>;

/**
 * Facts as a message in a language.
 * @param notAttached names of reports that should be attached to a night's mail but are not
 */
export function compose(
  facts: MessageFacts,
  settings: Settings,
  language: Language,
  notAttached: readonly string[] = [],
): MessageBody {
  const wording = wordingOf(settings, language);
  switch (facts.topic) {
    case 'findings':
      return findingsBody(facts, wording);
    case 'recovered':
      return recoveredBody(facts, wording);
    case 'night':
      return nightBody(facts, wording, notAttached);
    case 'jobs':
      return jobBody(facts, wording);
    case 'watch':
      return watchBody(facts, wording);
    case 'missed-payments':
      return missedPaymentBody(facts, wording);
    case 'test': {
      const { subject, body } = wording.texts.test;
      return {
        subject: subject(facts.channel),
        blocks: [{ kind: 'words', words: body(facts.channel) }],
      };
    }
  }
}
