import { createHash } from 'node:crypto';
import type { CurrentFinding, FindingKey } from '../../books/findings/current-findings.ts';
import { requestOf, type WriteOffRequest } from '../../books/findings/decision.ts';
import { keyText } from '../../books/findings/keep-decisions.ts';
import { decodeCursor, encodeCursor, SHAPES } from '../../books/shown/page-cursor.ts';

const SHAPE = [SHAPES.text, SHAPES.text, SHAPES.text, SHAPES.text, SHAPES.text] as const;

/** A finding as a form names it, with what the reader saw of it. */
export interface ChosenKey extends FindingKey {
  /** {@link requestDigest} of the write-off that waited. */
  readonly request: string;
  /** {@link valuesDigest} of its values. */
  readonly values: string;
}

/** A short text that is the same only for the same write-off that waits; empty where none does. */
export function requestDigest(request: WriteOffRequest | null): string {
  return request === null ? '' : shortDigest(request);
}

/** A short text that is the same only for a finding with the same values. */
export function valuesDigest({ expected, actual }: Pick<CurrentFinding, 'expected' | 'actual'>): string {
  return shortDigest([expected, actual]);
}

function shortDigest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

/** A finding as the value of a field. */
export function chosenText({ order_no, merchant_id, code, request, values }: ChosenKey): string {
  return encodeCursor([merchant_id, order_no, code, request, values]);
}

/** The key that a field has; undefined if it has none. */
export function chosenKey(text: string): ChosenKey | undefined {
  const [merchant_id, order_no, code, request, values] = decodeCursor(text, SHAPE) ?? [];
  return merchant_id == null || order_no == null || code == null || request == null || values == null
    ? undefined
    : { merchant_id, order_no, code, request, values };
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
