import { appliesTo, type Rule, type RuleTable } from './rule-table.ts';
import type { Variant } from './violation.ts';

/** What one field of a message is held to in one variant, with the fields below it. */
export interface FieldPlan {
  readonly name: string;
  readonly presence: Rule | undefined;
  readonly type: Rule | undefined;
  readonly values: readonly Rule[];
  readonly children: readonly FieldPlan[];
}

interface Branch {
  readonly rules: Rule[];
  readonly children: Map<string, Branch>;
}

/** Arranges a table as the tree of fields it speaks of, in the table's order, so that a check is one walk. */
export function planFields(table: RuleTable, variant: Variant): readonly FieldPlan[] {
  const root = newBranch();
  for (const rule of table.rules) {
    if (!appliesTo(rule, variant)) continue;
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
