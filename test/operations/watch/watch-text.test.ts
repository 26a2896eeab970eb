import { expect, it } from 'vitest';
import { watchText } from '../../../src/operations/watch/watch-text.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { SAMPLES } from '../../alerts/sample-alerts.ts';

const textOf = (sample: keyof typeof SAMPLES & `watch-${string}`) =>
  watchText({ compared: 4, tooNew: 0, open: [], ended: [SAMPLES[sample].facts] }, parseSettings({}));

it('says that all is back to normal of an alarm that was judged so', () => {
  expect(textOf('watch-silent-ended')).toMatch(/^Back to normal: FAWRY \(EG\): payments resumed /);
  expect(textOf('watch-mismatches-ended')).toMatch(
    /^Back to normal: FAWRY \(EG\): mismatches were back to normal /,
  );
});

it.each([
  ['silent', 'silence'],
  ['unread', 'unread records'],
  ['paid-share', 'too few paid orders'],
  ['stuck', 'stuck orders'],
  ['late-share', 'late notifications'],
  ['mismatches', 'mismatches'],
] as const)('does not say so of an alarm that ended otherwise: %s', (kind, topic) => {
  const text = textOf(`watch-${kind}-unjudged`);
  expect(text).toMatch(
    new RegExp(`^Ended: .*: the alarm about ${topic} since .* ended at 14:35, but not because `),
  );
  expect(text).not.toMatch(/again|resumed|(were|was|^) ?back to normal at|Back to normal/);
});
