import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { WorkEvidenceTable } from '../../database/tables.ts';
import type { Settings } from '../../settings/schema.ts';
import type { Severity } from '../../settings/severity.ts';

/** The row that a rule reads: all evidence of one order, and what was decided before the rule is applied. */
export interface JudgedEvidence extends WorkEvidenceTable {
  outcome: string;
  stuck_reason: string | null;
}

export type Evidence = ExpressionBuilder<{ e: JudgedEvidence }, 'e'>;

export interface RuleContext {
  readonly settings: Settings;
  /** The as-of, as PostgreSQL reads it. */
  readonly asOf: string;
}

/** One finding: when it holds, and what it shows. Its values are text for people; amounts are in major units. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** Whether a paid order with this finding is a MISMATCH. Such a rule may not read the outcome. */
  readonly contradictsPayment: boolean;
  /** When it holds, in words, for docs/reference/findings.md. */
  readonly when: string;
  /** What it means to the reader of findings.csv, in one sentence. */
  readonly explanation: string;
  /** What the reader can do about it. */
  readonly remedy: string;
  /** SQL null counts as false. */
  holds(e: Evidence, context: RuleContext): Expression<SqlBool>;
  reason?(e: Evidence, context: RuleContext): Expression<string | null>;
  expected(e: Evidence, context: RuleContext): Expression<string | null>;
  actual(e: Evidence, context: RuleContext): Expression<string | null>;
}
