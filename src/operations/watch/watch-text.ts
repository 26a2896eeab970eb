import type { WatchFacts } from '../../alerts/alert.ts';
import { phraseText } from '../../alerts/bodies/body-text.ts';
import { watchSentences } from '../../alerts/bodies/watch-body.ts';
import { wordingOf } from '../../alerts/bodies/wording.ts';
import type { Settings } from '../../settings/schema.ts';
import { counted, grouped, plain } from '../../terminal-text.ts';
import type { WatchResult } from './run-watch.ts';

/** Formats the result of the watch: the alarms in the words of their messages, or that there are none. */
export function watchText({ compared, tooNew, open, ended }: WatchResult, settings: Settings): string {
  const lines = ended.map(
    (facts) => `${facts.unjudged ? 'Ended' : 'Back to normal'}: ${alarmText(facts, settings)}`,
  );
  if (open.length > 0) lines.push('Unusual now:', ...open.map((facts) => `  ${alarmText(facts, settings)}`));
  const fresh = tooNew === 0 ? '' : `, ${grouped(tooNew)} too new to compare`;
  const groups = `${counted(compared, 'group')} of method and merchant compared with the weeks before${fresh}`;
  lines.push(open.length === 0 ? `Nothing unusual: ${groups}.` : `${groups}.`);
  return lines.join('\n');
}

/**
 * Formats an alarm in one line: the English sentences of its message, with plain spaces for terminals and their tools.
 */
export function alarmText(facts: WatchFacts, settings: Settings): string {
  const { alarm, details } = watchSentences(facts, wordingOf(settings, 'en'));
  const text = [alarm, ...details].map((phrase) => `${phraseText(phrase, 'en')}.`).join(' ');
  return plain(text.replaceAll('\u00a0', ' '));
}
