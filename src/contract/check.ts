import { mandatory } from './criteria.ts';
import { type FieldPlan, planFields } from './field-plan.ts';
import { headerValue } from './header-value.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { ownValue } from './own-value.ts';
import type { Rule, RuleTable } from './rule-table.ts';
import { RULES } from './rules.ts';
import { shape } from './shape.ts';
import type { Variant, Violation } from './violation.ts';

type Check = (body: JsonObject, headers: JsonObject | undefined, variant: Variant) => readonly Violation[];

const NONE: readonly Violation[] = Object.freeze([]);

/** The rules a pay-in request breaks. Interface: sections "Pay-in request headers" and "Pay-in request body". */
export const checkRequest: Check = compile(RULES.request);

/** The rules a pay-in response breaks. Interface: sections "Pay-in response headers" and "Pay-in response body". */
export const checkResponse: Check = compile(RULES.response);

/** The rules a notification breaks. Interface: "Callback request (notification) headers", "Callback request body". */
export const checkCallback: Check = compile(RULES.callback);

function compile(message: { readonly body: RuleTable; readonly headers: RuleTable }): Check {
  const bodyPlans = forEachVariant((variant) => planFields(message.body, variant));
  const headerPlans = forEachVariant((variant) => planFields(message.headers, variant));
  return (body, headers, variant) => {
    const inHeaders = headers === undefined ? undefined : checkHeaders(headerPlans[variant], headers);
    return checkFields(bodyPlans[variant], body, inHeaders) ?? NONE;
  };
}

function checkHeaders(plans: readonly FieldPlan[], headers: JsonObject): Violation[] | undefined {
  let found: Violation[] | undefined;
  for (const plan of plans) found = checkField(plan, headerValue(headers, plan.name), found);
  return found;
}

/** Adds to `found`, which stays undefined until something is broken: most records allocate nothing here. */
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

function add(found: Violation[] | undefined, rule: Rule, value: unknown): Violation[] {
  const all = found ?? [];
  all.push({ field: rule.field, rule: rule.rule, shape: shape(value) });
  return all;
}

function forEachVariant<T>(make: (variant: Variant) => T): Readonly<Record<Variant, T>> {
  return { brazil: make('brazil'), egypt: make('egypt'), none: make('none') };
}
