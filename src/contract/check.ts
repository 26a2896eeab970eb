import { mandatory } from './criteria.ts';
import { type FieldPlan, planFields } from './field-plan.ts';
import { headerValue, isJsonObject, type JsonObject, ownObject, ownValue, readText } from './json.ts';
import { type FieldRule, INTERFACE_RULES, type RuleTable } from './rules.ts';
import { shape, type Variant, type Violation } from './violation.ts';

type MessageCheck = (
  body: JsonObject,
  headers: JsonObject | undefined,
  variant: Variant,
) => readonly Violation[];

const ACCEPTED = '00';
/** A refusal has a code: that is what makes it one. */
const REQUIRED_OF_REFUSALS = 'response.body.message';
const PARTNER = 'X-PARTNER-ID';
const NONE: readonly Violation[] = Object.freeze([]);

const checkRequestFields = compile(INTERFACE_RULES.request);
const checkAccepted = compile(INTERFACE_RULES.response);
const checkRefused = compile(INTERFACE_RULES.response, (field) => field === REQUIRED_OF_REFUSALS);

/** The rules a pay-in request breaks. Interface: sections "Pay-in request headers" and "Pay-in request body". */
export const checkRequest: MessageCheck = (body, headers, variant) => {
  const found = checkRequestFields(body, headers, variant);
  return isOtherPartner(body, headers) ? [...found, otherPartner(headers!)] : found;
};

/**
 * The rules a pay-in response breaks. One with a code other than "00" must have its code and message only. Interface:
 * sections "Pay-in response headers" and "Pay-in response body".
 */
export const checkResponse: MessageCheck = (body, headers, variant) => {
  const code = readText(ownValue(body, 'code'));
  const check = code === undefined || code === ACCEPTED ? checkAccepted : checkRefused;
  return check(body, headers, variant);
};

/** The rules a notification breaks. Interface: "Callback request (notification) headers", "Callback request body". */
export const checkCallback: MessageCheck = compile(INTERFACE_RULES.callback);

function compile(
  message: { readonly body: RuleTable; readonly headers: RuleTable },
  isRequired?: (field: string) => boolean,
): MessageCheck {
  const bodyPlans = forEachVariant((variant) => planFields(message.body, variant, isRequired));
  const headerPlans = forEachVariant((variant) => planFields(message.headers, variant));
  return (body, headers, variant) => {
    const inHeaders = headers === undefined ? undefined : checkHeaders(headerPlans[variant], headers);
    return checkFields(bodyPlans[variant], body, inHeaders) ?? NONE;
  };
}

/**
 * Whether the header X-PARTNER-ID names another merchant than the body; an absent value contradicts nothing.
 * Interface: section "Pay-in request headers", X-PARTNER-ID.
 */
function isOtherPartner(body: JsonObject, headers: JsonObject | undefined): boolean {
  const partner = headers === undefined ? undefined : readText(headerValue(headers, PARTNER));
  const merchant = readText(ownValue(ownObject(body, 'merchant'), 'merchantId'));
  return partner !== undefined && merchant !== undefined && partner !== merchant;
}

function otherPartner(headers: JsonObject): Violation {
  return {
    field: `${INTERFACE_RULES.request.headers.prefix}.${PARTNER}`,
    rule: 'equal to merchant.merchantId',
    shape: shape(headerValue(headers, PARTNER)),
  };
}

function checkHeaders(plans: readonly FieldPlan[], headers: JsonObject): Violation[] | undefined {
  let found: Violation[] | undefined;
  for (const plan of plans) found = checkField(plan, headerValue(headers, plan.name), found);
  return found;
}

/** Adds to `found`, which stays undefined until a rule is broken: most records allocate nothing here. */
function checkFields(
  plans: readonly FieldPlan[],
  body: JsonObject,
  found: Violation[] | undefined,
): Violation[] | undefined {
  let all = found;
  for (const plan of plans) all = checkField(plan, ownValue(body, plan.name), all);
  return all;
}

function checkField(
  plan: FieldPlan,
  value: unknown,
  found: Violation[] | undefined,
): Violation[] | undefined {
  if (!mandatory.holds(value)) return plan.presence === undefined ? found : add(found, plan.presence, value);
  if (plan.type !== undefined && !plan.type.holds(value)) return add(found, plan.type, value);
  let all = found;
  for (const rule of plan.values) if (!rule.holds(value)) all = add(all, rule, value);
  return plan.children.length > 0 && isJsonObject(value) ? checkFields(plan.children, value, all) : all;
}

function add(found: Violation[] | undefined, rule: FieldRule, value: unknown): Violation[] {
  const all = found ?? [];
  all.push({ field: rule.field, rule: rule.rule, shape: rule.shape ?? shape(value) });
  return all;
}

function forEachVariant<T>(make: (variant: Variant) => T): Readonly<Record<Variant, T>> {
  return { brazil: make('brazil'), egypt: make('egypt'), none: make('none') };
}
