import { OUTCOMES, type Outcome } from '../../reconcile/rules/outcome.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import type { Visit } from '../visit.ts';

const COLOURS: Readonly<Record<Outcome, string>> = {
  MATCHED: 'good',
  MISMATCH: 'bad',
  ORPHAN: 'bad',
  REVERSED: 'bad',
  STUCK: 'warn',
  EXPIRED: 'warn',
  FAILED: '',
  REJECTED: '',
  PENDING: '',
};

/** An order's outcome in words, with its code. */
export function OutcomeBadge({
  visit: { language },
  outcome,
}: {
  readonly visit: Pick<Visit, 'language'>;
  readonly outcome: string | null;
}) {
  const texts = ORDER_TEXTS[language];
  if (outcome === null) return <span class="badge">{texts.notJudged}</span>;
  if (!isOutcome(outcome)) return <code>{outcome}</code>;
  return (
    <>
      <span class={`badge ${COLOURS[outcome]}`}>{texts.outcomes[outcome]}</span>{' '}
      <code class="dim">
        <bdi dir="ltr">{outcome}</bdi>
      </code>
    </>
  );
}

function isOutcome(text: string): text is Outcome {
  return Object.hasOwn(OUTCOMES, text);
}
