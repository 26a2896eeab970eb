import { checkCallback, checkRequest, checkResponse } from './check.ts';
import { calendarDay } from './criteria.ts';
import { appliesTo, INTERFACE_RULES } from './rules.ts';
import type { Variant, Violation } from './violation.ts';

/** A rule by its field and its wording, as a violation names it. */
export type NamedRule = Pick<Violation, 'field' | 'rule'>;

const SPECIAL = Object.values(INTERFACE_RULES)
  .flatMap((message) => [...message.body.rules, ...message.headers.rules])
  .filter((rule) => rule.variants !== 'both');

/** The rules that hold in one variant of the interface only. */
export const VARIANT_RULES: readonly NamedRule[] = SPECIAL.map(({ field, rule }) => ({ field, rule }));

/** The rules of {@link VARIANT_RULES} that hold in a variant. */
export function variantRulesOf(variant: Variant): readonly NamedRule[] {
  return SPECIAL.filter((rule) => appliesTo(rule, variant)).map(({ field, rule }) => ({ field, rule }));
}

/** Fields whose texts are kept, so that their rules can be checked again. */
export const KEPT_FIELDS: readonly string[] = [
  ...['money.currency', 'money.amount', 'paymentMethod', 'expiryPeriod'].map(
    (path) => `request.body.${path}`,
  ),
  ...['money.currency', 'money.amount', 'channel.paymentMethod'].map((path) => `response.body.${path}`),
  ...['money.currency', 'money.amount', 'paymentMethod'].map((path) => `body.${path}`),
];

/** Rules of every variant that need only kept texts. */
export const RULES_OF_KEPT_TIMES: readonly NamedRule[] = Object.values(INTERFACE_RULES)
  .flatMap((message) => [...message.body.rules, ...message.headers.rules])
  .filter(({ rule }) => rule === calendarDay.rule)
  .map(({ field, rule }) => ({ field, rule }));

const NAMES: ReadonlySet<string> = new Set([...VARIANT_RULES, ...RULES_OF_KEPT_TIMES].map(nameOf));

/** The fields of a message whose texts are kept, so that rules can be checked again. */
export interface KeptFields {
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly expiryPeriodText?: string | undefined;
  /** The message's own X-TIMESTAMP, and its transactionTime. */
  readonly timestampText?: string | undefined;
  readonly transactionTimeText?: string | undefined;
}

/**
 * The rules that the kept texts of a message break: those of one variant only, and those of times. Fields that are
 * not kept (payer, URLs) cannot be checked again. Interface: "Resources and their fields".
 */
export function checkKept(
  message: 'request' | 'response' | 'callback',
  kept: KeptFields,
  variant: Variant,
): Violation[] {
  const money = { currency: kept.currency, amount: kept.amountText };
  const { paymentMethod, transactionTimeText: transactionTime } = kept;
  const headers = { 'X-TIMESTAMP': kept.timestampText };
  const bodies: Readonly<Record<typeof message, () => readonly Violation[]>> = {
    request: () =>
      checkRequest({ money, paymentMethod, expiryPeriod: kept.expiryPeriodText }, headers, variant),
    response: () => checkResponse({ money, channel: { paymentMethod }, transactionTime }, headers, variant),
    callback: () => checkCallback({ money, paymentMethod, transactionTime }, headers, variant),
  };
  return bodies[message]().filter((found) => NAMES.has(nameOf(found)) && found.shape !== 'absent');
}

function nameOf({ field, rule }: NamedRule): string {
  return `${field}\n${rule}`;
}
