import { createHash } from 'node:crypto';
import type { CurrentFinding, FindingKey } from '../../books/findings/current-findings.ts';
import { requestOf, type WriteOffRequest } from '../../books/findings/decision.ts';
import { keyText } from '../../books/findings/keep-decisions.ts';
import { amountsText, type FindingAmount } from '../../books/findings/write-off-amount.ts';
import { decodeCursor, encodeCursor, SHAPES } from '../../books/shown/page-cursor.ts';

const { text } = SHAPES;
const SHAPE = [text, text, text, text, text, text] as const;

/** A finding as a form names it, with what the reader saw of it. */
export interface ChosenKey extends FindingKey {
  /** {@link requestDigest} of the write-off that waited. */
  readonly request: string;
  /** {@link valuesDigest} of its values. */
  readonly values: string;
  /** Number of the newest entry about it in the audit trail; empty if there was none. */
  readonly entry: string;
}

type Values = Pick<CurrentFinding, 'expected' | 'actual' | 'reason'>;
type Shown = FindingKey & Values & Pick<CurrentFinding, 'newest_entry'> & Parameters<typeof requestOf>[0];

/**
 * A finding as a form names it that shows it as it is now.
 * @param amounts what writing it off would give up
 */
export function chosenNow(finding: Shown, amounts: readonly FindingAmount[]): ChosenKey {
  const { order_no, merchant_id, code } = finding;
  return {
    ...{ order_no, merchant_id, code },
    request: requestDigest(requestOf(finding)),
    values: valuesDigest(finding, amounts),
    entry: finding.newest_entry ?? '',
  };
}

/** A short text that is the same only for the same write-off that waits; empty where none does. */
export function requestDigest(request: WriteOffRequest | null): string {
  return request === null ? '' : shortDigest(request);
}

/** A short text that is the same only for a finding with the same values, and the same amounts to write off. */
export function valuesDigest(
  { expected, actual, reason }: Values,
  amounts: readonly FindingAmount[],
): string {
  return shortDigest([expected, actual, reason, amountsText(amounts)]);
}

function shortDigest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

/** A finding as the value of a field. */
export function chosenText({ order_no, merchant_id, code, request, values, entry }: ChosenKey): string {
  return encodeCursor([merchant_id, order_no, code, request, values, entry]);
}

/** The key that a field has; undefined if it has none. */
export function chosenKey(text: string): ChosenKey | undefined {
  const [merchant_id, order_no, code, request, values, entry] = decodeCursor(text, SHAPE) ?? [];
  if (merchant_id == null || order_no == null || code == null) return undefined;
  if (request == null || values == null || entry == null) return undefined;
  return { merchant_id, order_no, code, request, values, entry };
}

/**
 * A short text that is the same only for the same findings in the same order, with the same values, amounts to write off
 * and requests, and the same newest entry in the audit trail.
 */
export function digestOf(
  findings: readonly CurrentFinding[],
  amountsOf: (finding: CurrentFinding) => readonly FindingAmount[],
): string {
  const hash = createHash('sha256');
  for (const finding of findings) {
    const { expected, actual, reason, newest_entry } = finding;
    const amounts = amountsText(amountsOf(finding));
    const seen = [keyText(finding), expected, actual, reason, amounts, requestOf(finding), newest_entry];
    hash.update(`${JSON.stringify(seen)}\n`);
  }
  return hash.digest('base64url');
}
