import { DECISION_TEXTS, type Missing } from '../../texts/page/decision-texts.ts';
import { addressWith } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Form } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import type { SignedInVisit } from '../visit.ts';
import type { AskedDecision, Chosen } from './asked-decision.ts';
import { BackLink } from './back-link.tsx';
import { chosenText } from './chosen-key.ts';
import { DecisionFields, offeredActions } from './decision-fields.tsx';
import { notDecidedAddress } from './not-decided.tsx';

/** The answer to a form that cannot be carried out as it is: why, and the form with what was filled in. */
export function incompletePage(
  visit: SignedInVisit,
  { chosen, action, text, person, then }: AskedDecision,
  missing: Missing,
): Promise<Response> {
  const texts = DECISION_TEXTS[visit.language];
  // To ask the store what waits would be for nothing: the answer is checked in any case.
  const actions = offeredActions(visit, [{ awaiting_by: '' }]);
  return htmlPage(
    visit.context,
    <Frame visit={visit} title={texts.title}>
      <div class="notice warn" role="alert">
        {texts.missing[missing]}
      </div>
      {missing === 'nothingChosen' || missing === 'tooMany' ? null : (
        <Form visit={visit} action="/findings/decide" returnTo={notDecidedAddress(then)}>
          <input type="hidden" name="then" value={then} />
          <ChosenFields chosen={chosen} />
          <DecisionFields
            {...{ visit, actions, id: 'again', button: texts.decide }}
            values={{ text, person, ...(action === undefined ? {} : { action }) }}
          />
        </Form>
      )}
      <BackLink visit={visit} then={then} />
    </Frame>,
    missing === 'busy' ? 503 : 400,
  );
}

/** The chosen findings as hidden fields. */
export function ChosenFields({ chosen }: { readonly chosen: Chosen }) {
  if (chosen.kind === 'entries') {
    const { first, last } = chosen.entries;
    return <input type="hidden" name="entries" value={`${first}-${last}`} />;
  }
  if (chosen.kind === 'filter') {
    const filter = addressWith('', chosen.asked.query).replace(/^\?/, '');
    return (
      <>
        <input type="hidden" name="filter" value={filter} />
        <input type="hidden" name="digest" value={chosen.digest} />
      </>
    );
  }
  return (
    <>
      {chosen.keys.map((key) => (
        <input type="hidden" name="finding" value={chosenText(key)} />
      ))}
    </>
  );
}
