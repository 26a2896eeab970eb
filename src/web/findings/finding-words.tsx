import type { FindingAmount } from '../../books/findings/write-off-amount.ts';
import type { ShownFinding } from '../../books/shown/page-findings.ts';
import type { Severity } from '../../settings/severity.ts';
import { FINDING_NAMES } from '../../texts/finding-names.ts';
import { TEXTS } from '../../texts/languages.ts';
import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import { FINDING_PANEL_TEXTS } from '../../texts/page/finding-panel-texts.ts';
import { FINDINGS_TEXTS } from '../../texts/page/findings-texts.ts';
import { orderAddress } from '../addresses.ts';
import { Identifier } from '../parts/identifier.tsx';
import type { Visit } from '../visit.ts';

type Words = Pick<Visit, 'language' | 'formats'>;

/** The name of a kind of finding in the reader's language; its code if there is none. */
export function findingName(code: string, { language }: Pick<Visit, 'language'>): string {
  return FINDING_NAMES[code]?.[language] ?? code;
}

/** An amount with its currency; undefined where there is none. */
export function amountOf(
  minor: string | null,
  currency: string | null,
  { formats }: Words,
): string | undefined {
  if (minor === null) return undefined;
  return currency === null ? minor : formats.money({ currency, minor });
}

/** A difference with its sign and currency; undefined where there is none. */
export function differenceOf(finding: ShownFinding, { formats }: Words): string | undefined {
  const { difference_minor: minor, difference_currency: currency } = finding;
  if (minor === null) return undefined;
  return currency === null ? minor : formats.difference({ currency, minor });
}

/** The amount of a write-off. */
export function writeOffText({ currency, amountMinor }: FindingAmount, visit: Words): string {
  return amountOf(amountMinor, currency, visit) ?? FINDINGS_TEXTS[visit.language].unreadable;
}

/** What a decision or a run did, in the reader's language. */
export function doneText(what: string, { language }: Pick<Visit, 'language'>): string {
  const words: Readonly<Record<string, string>> = {
    ...DECISION_TEXTS[language].done,
    ...FINDING_PANEL_TEXTS[language].events,
  };
  return words[what] ?? what;
}

/** A state in the reader's language, by its name in commands. */
export function stateText(state: string, { language }: Pick<Visit, 'language'>): string {
  const words: Readonly<Record<string, string>> = {
    ...FINDINGS_TEXTS[language].states,
    ...FINDING_PANEL_TEXTS[language].states,
  };
  return words[state] ?? words[state.replaceAll('_', '-')] ?? state;
}

export function SeverityBadge({
  severity,
  visit: { language },
}: {
  readonly severity: Severity;
  readonly visit: Pick<Visit, 'language'>;
}) {
  return <span class={`badge ${severity}`}>{TEXTS[language].severities[severity]}</span>;
}

/** A link to a finding on the page of its order. */
export function OrderLink({
  finding: { merchant_id, order_no, code },
}: {
  readonly finding: Pick<ShownFinding, 'merchant_id' | 'order_no' | 'code'>;
}) {
  return (
    <a href={`${orderAddress(merchant_id, order_no)}#${code}`}>
      <Identifier text={order_no} />
    </a>
  );
}
