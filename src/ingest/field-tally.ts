import { MANDATORY_RULE } from '../contract/mandatory-fields.ts';
import type { Normalised } from '../normalise/record.ts';

/** How often something was seen. */
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

type LoggedRecord = Extract<Normalised, { kind: 'pay-in' | 'callback' }>;

/** Messages of one region. */
interface MessageCounts {
  request: number;
  response: number;
  callback: number;
}

/** Counts fields, record by record. */
export class FieldTallier {
  readonly #messages = new Map<string, MessageCounts>();
  readonly #missing: Record<string, number> = {};
  readonly #unexpected: Record<string, number> = {};
  #unanswered = 0;
  #answered = 0;

  take(normalised: Exclude<Normalised, { kind: 'rejected' }>): void {
    if (normalised.kind === 'statement' || normalised.kind === 'bank') return;
    const { region } = normalised.record;
    this.#countMessages(this.#messagesOf(region), normalised);
    for (const { field, rule } of normalised.violations) {
      if (rule === MANDATORY_RULE) add(this.#missing, `${field} ${region}`);
    }
    if (normalised.unexpected === undefined) return;
    for (const path of normalised.unexpected) add(this.#unexpected, path);
  }

  tally(): FieldTally {
    const messages: Record<string, number> = {};
    for (const [region, counts] of this.#messages) {
      for (const [kind, count] of Object.entries(counts)) {
        if (count > 0) messages[`${kind} ${region}`] = count;
      }
    }
    return {
      messages,
      unanswered: this.#unanswered,
      answered: this.#answered,
      missing: this.#missing,
      unexpected: this.#unexpected,
    };
  }

  #messagesOf(region: string): MessageCounts {
    let counts = this.#messages.get(region);
    if (counts === undefined) {
      counts = { request: 0, response: 0, callback: 0 };
      this.#messages.set(region, counts);
    }
    return counts;
  }

  #countMessages(counts: MessageCounts, normalised: LoggedRecord): void {
    if (normalised.kind === 'callback') {
      counts.callback += 1;
      return;
    }
    const { hasRequest, hasResponse, responseCode } = normalised.record;
    if (hasResponse) this.#answered += 1;
    else this.#unanswered += 1;
    if (hasRequest) counts.request += 1;
    if (hasResponse && responseCode === '00') counts.response += 1;
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
