import { may } from '../../access/account.ts';
import type { CurrentFinding } from '../../books/findings/current-findings.ts';
import type { Action } from '../../books/findings/decision.ts';
import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import type { SignedInVisit } from '../visit.ts';

/** Longest reason or note, in characters. */
export const MOST_TEXT = 2000;

/** Actions in the order in which they are offered. */
const OFFERED: readonly Action[] = [
  ...(['resolve', 'accept', 'write-off', 'assign', 'note'] as const),
  ...(['reopen', 'approve', 'decline', 'undo'] as const),
];

/** Of a visit, what the form needs. */
type DecidingVisit = Pick<SignedInVisit, 'language' | 'account'>;
type Waiting = Pick<CurrentFinding, 'awaiting_by'>;

/** The actions that a person may take on findings: approving only what somebody else has asked for. */
export function offeredActions({ account }: DecidingVisit, findings: readonly Waiting[]): Action[] {
  const isAnswer = (action: Action) => action === 'approve' || action === 'decline';
  const mayAnswer =
    may(account, 'approve') &&
    findings.some(({ awaiting_by }) => awaiting_by !== null && awaiting_by !== account.name);
  return OFFERED.filter((action) => !isAnswer(action) || mayAnswer);
}

interface FieldsProps {
  readonly visit: DecidingVisit;
  /** Unique on its page. */
  readonly id: string;
  readonly button: string;
  readonly actions: readonly Action[];
  /** What was filled in before. */
  readonly values?: { readonly action?: string; readonly text?: string; readonly person?: string };
}

/** The fields of a decision, and the button that sends it. */
export function DecisionFields({ visit, id, button, actions, values = {} }: FieldsProps) {
  const texts = DECISION_TEXTS[visit.language];
  const { action, text, person = visit.account.name } = values;
  return (
    <fieldset class="deciding">
      <legend>{texts.title}</legend>
      <div class="filters">
        <div class="field">
          <label for={`${id}-action`}>{texts.action}</label>
          <select id={`${id}-action`} name="action" required>
            <option value="">{texts.chooseAction}</option>
            {actions.map((one) => (
              <option value={one} selected={one === action}>
                {texts.actions[one]}
              </option>
            ))}
          </select>
        </div>
        <div class="field wide">
          <label for={`${id}-text`}>{texts.text}</label>
          <textarea
            id={`${id}-text`}
            name="text"
            rows={2}
            maxlength={MOST_TEXT}
            dir="auto"
            aria-describedby={`${id}-text-hint`}
          >
            {text}
          </textarea>
          <small id={`${id}-text-hint`}>{texts.textHint}</small>
        </div>
        <div class="field">
          <label for={`${id}-person`}>{texts.person}</label>
          <input
            id={`${id}-person`}
            name="person"
            value={person}
            maxlength={200}
            dir="auto"
            aria-describedby={`${id}-person-hint`}
          />
          <small id={`${id}-person-hint`}>{texts.personHint}</small>
        </div>
      </div>
      <button type="submit">{button}</button>
    </fieldset>
  );
}
