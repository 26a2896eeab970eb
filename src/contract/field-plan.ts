import { appliesTo, type FieldRule, type RuleTable } from './rules.ts';
import type { Variant } from './violation.ts';

/** The rules of one field of a message in one variant, with the fields below it. */
export interface FieldPlan {
  readonly name: string;
  readonly presence: FieldRule | undefined;
  readonly type: FieldRule | undefined;
  readonly values: readonly FieldRule[];
  readonly children: readonly FieldPlan[];
}

interface Branch {
  readonly rules: FieldRule[];
  readonly children: Map<string, Branch>;
}

/**
 * Arranges a table as a tree of its fields, in the table's order, so that a check is one walk.
 * @param isRequired whether a message must have a field that the interface calls mandatory
 */
export function planFields(
  table: RuleTable,
  variant: Variant,
  isRequired: (field: string) => boolean = () => true,
): readonly FieldPlan[] {
  const root = newBranch();
  for (const rule of table.rules) {
    if (!appliesTo(rule, variant) || (rule.kind === 'presence' && !isRequired(rule.field))) continue;
    let branch = root;
    for (const name of rule.field.slice(table.prefix.length + 1).split('.')) {
      const next = branch.children.get(name) ?? newBranch();
      branch.children.set(name, next);
      branch = next;
    }
    branch.rules.push(rule);
  }
  return planChildren(root);
}

function planChildren(branch: Branch): readonly FieldPlan[] {
  return [...branch.children].map(([name, child]) => ({
    name,
    presence: child.rules.find((rule) => rule.kind === 'presence'),
    type: child.rules.find((rule) => rule.kind === 'type'),
    values: child.rules.filter((rule) => rule.kind === 'value'),
    children: planChildren(child),
  }));
}

function newBranch(): Branch {
  return { rules: [], children: new Map() };
}
