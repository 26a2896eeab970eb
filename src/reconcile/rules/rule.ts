import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { WorkEvidenceTable } from '../../database/tables.ts';
import type { Settings } from '../../settings/schema.ts';
import type { Severity } from '../../settings/severity.ts';

/** What statements say of an order, see sql/reconcile/results/stated_evidence.sql. */
export interface StatedEvidence {
  /** Rows of payments with the status paid. */
  stated_rows: string;
  /** The earliest time of one of them. */
  stated_since: string | null;
  stated_currency: string | null;
  stated_minor: string | null;
  stated_fee_minor: string | null;
  stated_net_minor: string | null;
  expected_fee_minor: string | null;
  returned_currency: string | null;
  returned_minor: string | null;
  /** The first currency in which more was returned than paid, and how much of both; null if there is none. */
  exceeding_currency: string | null;
  exceeding_minor: string | null;
  returnable_minor: string | null;
  fee_differs: boolean;
  net_differs: boolean;
  is_unstated: boolean;
  is_stated_otherwise: boolean;
  is_stated_failed: boolean;
  is_stated_twice: boolean;
}

/**
 * The row that a rule reads: all evidence of one order, and values computed before the rule. Only runs that know a
 * statement have what statements say.
 */
export interface JudgedEvidence extends WorkEvidenceTable, StatedEvidence {
  outcome: string;
  stuck_reason: string | null;
}

export type Evidence = ExpressionBuilder<{ e: JudgedEvidence }, 'e'>;

export interface RuleContext {
  readonly settings: Settings;
  /** The as-of, as PostgreSQL reads it. */
  readonly asOf: string;
  /** Whether the run knows a statement. */
  readonly hasStatements: boolean;
}

/**
 * One kind of finding: its condition and the values it shows. The values are display text; amounts are in major units.
 */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** Whether this finding makes a paid order a MISMATCH. */
  readonly contradictsPayment?: true;
  /** Whether the condition reads the outcome. It is computed after the others then, and cannot contradict a payment. */
  readonly readsOutcome?: true;
  /** Whether the condition reads what statements say. Runs that know no statement leave it out. */
  readonly readsStatements?: true;
  /** The condition in words, for docs/reference/findings.md. */
  readonly when: string;
  /** One sentence for the reader of findings.csv about what the finding means. */
  readonly explanation: string;
  /** What the reader can do about it. */
  readonly remedy: string;
  /** The condition as SQL. Null counts as false. */
  holds(e: Evidence, context: RuleContext): Expression<SqlBool>;
  reason?(e: Evidence, context: RuleContext): Expression<string | null>;
  expected(e: Evidence, context: RuleContext): Expression<string | null>;
  actual(e: Evidence, context: RuleContext): Expression<string | null>;
}
