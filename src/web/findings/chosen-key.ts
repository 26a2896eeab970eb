import { createHash } from 'node:crypto';
import type { CurrentFinding, FindingKey } from '../../books/findings/current-findings.ts';
import { requestOf } from '../../books/findings/decision.ts';
import { keyText } from '../../books/findings/keep-decisions.ts';
import { decodeCursor, encodeCursor, SHAPES } from '../../books/shown/page-cursor.ts';

const SHAPE = [SHAPES.text, SHAPES.text, SHAPES.text] as const;

/** The key of a finding as the value of a field. */
export function chosenText({ order_no, merchant_id, code }: FindingKey): string {
  return encodeCursor([merchant_id, order_no, code]);
}

/** The key that a field has; undefined if it has none. */
export function chosenKey(text: string): FindingKey | undefined {
  const [merchant_id, order_no, code] = decodeCursor(text, SHAPE) ?? [];
  return merchant_id == null || order_no == null || code == null
    ? undefined
    : { merchant_id, order_no, code };
}

/** A short text that is the same only for the same findings in the same order, with the same values and requests. */
export function digestOf(findings: readonly CurrentFinding[]): string {
  const hash = createHash('sha256');
  for (const finding of findings) {
    const { expected, actual, reason } = finding;
    const seen = [keyText(finding), expected, actual, reason, requestOf(finding)];
    hash.update(`${JSON.stringify(seen)}\n`);
  }
  return hash.digest('base64url');
}
