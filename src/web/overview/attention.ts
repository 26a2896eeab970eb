import type { ShownDate } from '../../books/shown/overview.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { isAtLeast } from '../../settings/severity.ts';

/** Codes that make a date need attention: they keep a paid order from being a match, and are of high severity. */
const CODES: ReadonlySet<string> = new Set(
  RULES.filter((rule) => rule.contradictsPayment && isAtLeast(rule.severity, 'high')).map(({ code }) => code),
);

/** The open findings of a date that need attention: their codes, and how many they are. */
export function attentionOf({ findings }: Pick<ShownDate, 'findings'>): {
  readonly codes: readonly string[];
  readonly findings: number;
} {
  const own = findings.filter(({ code }) => CODES.has(code));
  return { codes: own.map(({ code }) => code), findings: own.reduce((sum, { orders }) => sum + orders, 0) };
}
