import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import { isOrderAddress } from '../addresses.ts';
import type { Visit } from '../visit.ts';

/** A link to where the reader came from: the list with its filter, or an order. */
export function BackLink({
  visit: { language },
  then,
}: {
  readonly visit: Pick<Visit, 'language'>;
  readonly then: string;
}) {
  const texts = DECISION_TEXTS[language];
  return (
    <p>
      <a class="button quiet" href={then}>
        {isOrderAddress(then) ? texts.backToOrder : texts.backToList}
      </a>
    </p>
  );
}
