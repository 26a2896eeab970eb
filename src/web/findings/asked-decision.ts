import { trimmed } from '../../blank-text.ts';
import { ACTIONS, type Action, needsText } from '../../books/findings/decision.ts';
import type { Missing } from '../../texts/page/decision-texts.ts';
import { ownAddress } from '../addresses.ts';
import { fieldsOf } from '../checked-form.ts';
import { Problem } from '../problem.tsx';
import type { SignedInVisit } from '../visit.ts';
import { type ChosenKey, chosenKey } from './chosen-key.ts';
import { MOST_TEXT } from './decision-fields.tsx';
import { type AskedFindings, askedFindings } from './findings-query.ts';

/** Most findings that one form decides about. */
export const MOST_FINDINGS = 10_000;

const MOST_PERSON = 200;

/** Entries of the audit trail, the first and the last of those that one form has made. */
export interface EntryRange {
  readonly first: number;
  readonly last: number;
}

/** Which findings a form is about: those with these keys, all of a filter, or those of earlier decisions. */
export type Chosen =
  | { readonly kind: 'keys'; readonly keys: readonly ChosenKey[] }
  | {
      readonly kind: 'filter';
      readonly asked: AskedFindings;
      /** What the reader has confirmed: digest of the keys, as {@link digestOf} writes it. */
      readonly digest: string;
    }
  | { readonly kind: 'entries'; readonly entries: EntryRange };

/** A form that decides, as it was filled in. */
export interface AskedDecision {
  readonly chosen: Chosen;
  readonly action: Action | undefined;
  readonly text: string;
  readonly person: string;
  /** Where the reader goes on. */
  readonly then: string;
  /** What is missing; undefined for a form that can be carried out. */
  readonly missing: Missing | undefined;
}

/** Reads a form that decides. Throws Problem for one that this page has not made. */
export async function askedDecision(visit: SignedInVisit): Promise<AskedDecision> {
  const fields = await fieldsOf(visit);
  const written = fields.get('action') ?? '';
  const action = ACTIONS.find((one) => one === written);
  if (written !== '' && action === undefined) throw new Problem('invalid', `action: ${written.slice(0, 50)}`);
  const text = cleaned(fields.get('text'));
  const person = cleaned(fields.get('person')).replaceAll('\n', ' ');
  const chosen = chosenOf(visit, fields);
  const then = ownAddress(fields.get('then') ?? '/findings');
  return { chosen, action, text, person, then, missing: missingOf(chosen, action, text, person) };
}

/** Two numbers of entries: `12-40`. Undefined for another text, or more entries than one form makes. */
export function entryRange(text: string): EntryRange | undefined {
  const [, first, last] = /^([1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(text) ?? [];
  const range = { first: Number(first), last: Number(last) };
  return range.last >= range.first && range.last - range.first < MOST_FINDINGS ? range : undefined;
}

function chosenOf({ settings, account }: SignedInVisit, fields: URLSearchParams): Chosen {
  const written = fields.get('entries');
  if (written !== null) {
    const entries = entryRange(written);
    if (entries === undefined) throw new Problem('invalid', 'entries');
    return { kind: 'entries', entries };
  }
  const query = fields.get('filter');
  if (query !== null) {
    const asked = askedFindings(new URLSearchParams(query), settings, account.merchants);
    // Less of a filter selects more than the reader has seen.
    if (asked.mistakes.length > 0) throw new Problem('invalid', 'filter');
    return { kind: 'filter', asked, digest: fields.get('digest') ?? '' };
  }
  const keys = fields.getAll('finding').map((one) => {
    const key = chosenKey(one);
    if (key === undefined) throw new Problem('invalid', 'finding');
    return key;
  });
  return { kind: 'keys', keys };
}

function missingOf(
  chosen: Chosen,
  action: Action | undefined,
  text: string,
  person: string,
): Missing | undefined {
  if (chosen.kind === 'keys' && chosen.keys.length === 0) return 'nothingChosen';
  if (chosen.kind === 'keys' && chosen.keys.length > MOST_FINDINGS) return 'tooMany';
  if (action === undefined) return 'noAction';
  if (text.length > MOST_TEXT) return 'tooLong';
  if (person.length > MOST_PERSON) return 'personTooLong';
  if (needsText(action) && text === '') return action === 'note' ? 'noNote' : 'noText';
  return undefined;
}

/** A text without what the database cannot store, with line ends of one kind; empty if nothing of it can be seen. */
function cleaned(text: string | null): string {
  return trimmed((text ?? '').replaceAll('\0', '').replace(/\r\n?/g, '\n'));
}
