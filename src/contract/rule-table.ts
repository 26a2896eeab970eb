import type { Criterion } from './criteria.ts';
import type { Variant } from './violation.ts';

/** One rule of the interface about one field. */
export interface Rule extends Criterion {
  /** Dot path from the record, for example `request.body.money.amount`. */
  readonly field: string;
  readonly variants: RuleVariants;
}

export type RuleVariants = 'both' | 'brazil' | 'egypt';

export type RuleRow = readonly [path: string, variants: RuleVariants, criterion: Criterion];

/** All rules of one part of a message; paths begin below its prefix. */
export interface RuleTable {
  /** Dot path of the part, for example `request.body`. */
  readonly prefix: string;
  readonly rules: readonly Rule[];
}

export function ruleTable(prefix: string, rows: readonly RuleRow[]): RuleTable {
  const rules = rows.map(([path, variants, criterion]) => ({
    field: `${prefix}.${path}`,
    variants,
    ...criterion,
  }));
  return { prefix, rules };
}

/** For a currency of neither variant only the rules common to both apply. */
export function appliesTo(rule: Rule, variant: Variant): boolean {
  return rule.variants === 'both' || rule.variants === variant;
}
