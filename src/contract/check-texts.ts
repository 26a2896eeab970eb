import { notText, number } from './criteria.ts';
import { type FieldPlan, planFields } from './field-plan.ts';
import { headerPath, type LineShape } from './line-shape.ts';
import type { FieldRule, RuleTable } from './rules.ts';
import type { Variant } from './violation.ts';

/** What the values of a message in lines of one shape are checked for. */
export interface TextCheck {
  /** Number of the value's group in the shape's pattern. */
  readonly group: number;
  readonly isRequired: boolean;
  readonly rules: readonly FieldRule[];
  /** The last text for which all rules held: most values repeat. */
  held: string | undefined;
}

/**
 * Checks for the values of a message, where the shape alone breaks no rule of a variant; else undefined, and each line
 * is checked in full. Lines for which the checks hold have no violation, see `checkRequest` and the like.
 * @param prefix dot path of the message: `request`, `response`, or '' for a callback
 */
export function textChecks(
  message: { readonly body: RuleTable; readonly headers: RuleTable },
  prefix: string,
  variant: Variant,
  shape: LineShape,
): TextCheck[] | undefined {
  const checks: TextCheck[] = [];
  const headers = pathBelow(prefix, 'headers');
  const isClean =
    addChecks(checks, planFields(message.body, variant), shape, (name) =>
      pathBelow(prefix, `body.${name}`),
    ) &&
    addChecks(checks, planFields(message.headers, variant), shape, (name) =>
      headerPath(shape, headers, name),
    );
  return isClean ? checks : undefined;
}

function pathBelow(prefix: string, path: string): string {
  return prefix === '' ? path : `${prefix}.${path}`;
}

/** Adds the checks of fields and of those below them. @returns false where the shape is not plainly clean */
function addChecks(
  checks: TextCheck[],
  plans: readonly FieldPlan[],
  shape: LineShape,
  pathOf: (name: string) => string | undefined,
): boolean {
  return plans.every((plan) => addCheck(checks, plan, shape, pathOf(plan.name)));
}

function addCheck(checks: TextCheck[], plan: FieldPlan, shape: LineShape, path: string | undefined): boolean {
  if (path === 'several') return false;
  const isRequired = plan.presence !== undefined;
  const kind = path === undefined ? undefined : shape.kinds.get(path);
  if (kind === undefined || kind === 'null') return !isRequired;
  if (kind === 'true' || kind === 'false') return false;
  if (kind === 'object') {
    const takesAnyObject = plan.type?.rule === 'object' && plan.values.length === 0;
    return takesAnyObject && addChecks(checks, plan.children, shape, (name) => `${path}.${name}`);
  }
  const rules = rulesOf(plan, kind === 'number');
  if (rules === undefined) return false;
  if (isRequired || rules.length > 0) {
    checks.push({ group: shape.groups.get(path!)!, isRequired, rules, held: undefined });
  }
  return true;
}

/** The rules that are left to check on the text of a value; undefined where values of this kind break one. */
function rulesOf({ type, values }: FieldPlan, isNumber: boolean): FieldRule[] | undefined {
  const needsText = type !== undefined && type.rule !== number.rule;
  if (type?.rule === 'object' || (isNumber && needsText)) return undefined;
  const wantsNumber = type?.rule === number.rule;
  if (!isNumber && wantsNumber && values.some(({ rule }) => rule === notText.rule)) return undefined;
  return [
    ...(wantsNumber && !isNumber ? [type!] : []),
    // The literal of a number is checked as a text, but is none.
    ...values.filter(({ rule }) => !isNumber || rule !== notText.rule),
  ];
}

/** Whether the values of a line hold: then the message has no violation. */
export function textsHold(checks: readonly TextCheck[], values: readonly (string | undefined)[]): boolean {
  for (const check of checks) {
    const value = values[check.group]!;
    if (value === check.held) continue;
    if (value === '') {
      if (check.isRequired) return false;
      continue;
    }
    for (const rule of check.rules) if (!rule.holds(value)) return false;
    check.held = value;
  }
  return true;
}
