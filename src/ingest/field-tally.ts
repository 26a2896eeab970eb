import { MANDATORY_RULE } from '../contract/mandatory-fields.ts';
import type { Normalised, PayInRecord } from '../normalise/record.ts';

type FieldCounts = Readonly<Record<string, number>>;

/** Which fields records had, and which were missing. */
export interface FieldTally {
  /** Messages by kind and region: `request BR`, `response EG` (accepted ones), `callback `. */
  readonly messages: FieldCounts;
  /** Pay-in records without a response that counts, and with one. */
  readonly unanswered: number;
  readonly answered: number;
  /** Messages without a mandatory field, by its path and their region: `request.body.payer BR`. */
  readonly missing: FieldCounts;
  /** Records with a field that the setting absent names, by its path there. */
  readonly unexpected: FieldCounts;
}

export const NO_FIELDS: FieldTally = Object.freeze({
  messages: {},
  unanswered: 0,
  answered: 0,
  missing: {},
  unexpected: {},
});

/** Counts fields, record by record. */
export class FieldTallier {
  readonly #messages: Record<string, number> = {};
  readonly #missing: Record<string, number> = {};
  readonly #unexpected: Record<string, number> = {};
  #unanswered = 0;
  #answered = 0;

  take(normalised: Exclude<Normalised, { kind: 'rejected' }>): void {
    if (normalised.kind === 'statement' || normalised.kind === 'bank') return;
    const { region } = normalised.record;
    if (normalised.kind === 'callback') add(this.#messages, `callback ${region}`);
    else this.#takePayIn(normalised.record);
    for (const { field, rule } of normalised.violations) {
      if (rule === MANDATORY_RULE) add(this.#missing, `${field} ${region}`);
    }
    if (normalised.unexpected === undefined) return;
    for (const path of normalised.unexpected) add(this.#unexpected, path);
  }

  tally(): FieldTally {
    return {
      messages: this.#messages,
      unanswered: this.#unanswered,
      answered: this.#answered,
      missing: this.#missing,
      unexpected: this.#unexpected,
    };
  }

  #takePayIn({ region, hasRequest, hasResponse, responseCode }: PayInRecord): void {
    if (hasResponse) this.#answered += 1;
    else this.#unanswered += 1;
    if (hasRequest) add(this.#messages, `request ${region}`);
    if (hasResponse && responseCode === '00') add(this.#messages, `response ${region}`);
  }
}

/** The sum of two parts of a source, or of two sources. */
export function addTallies(a: FieldTally, b: FieldTally): FieldTally {
  return {
    messages: sumOf(a.messages, b.messages),
    unanswered: a.unanswered + b.unanswered,
    answered: a.answered + b.answered,
    missing: sumOf(a.missing, b.missing),
    unexpected: sumOf(a.unexpected, b.unexpected),
  };
}

function sumOf(a: FieldCounts, b: FieldCounts): FieldCounts {
  const sum: Record<string, number> = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
