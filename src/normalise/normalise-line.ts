import { isJsonObject } from '../contract/json.ts';
import { parseJsonLine } from '../contract/parse-json.ts';
import type { Settings } from '../settings.ts';
import { looksLikeCallback, normaliseCallback } from './normalise-callback.ts';
import { normalisePayIn } from './normalise-pay-in.ts';
import type { Normalised, RecordKind } from './record.ts';

/**
 * One line of a log as a record in our units, or a rejection. Pure: the same line and settings always give the same.
 * @param forcedKind what --kind says; without it the line's shape tells
 */
export function normaliseLine(line: string, settings: Settings, forcedKind?: RecordKind): Normalised {
  const parsed = parseJsonLine(line);
  if (!parsed.ok) {
    const detail = parsed.column === undefined ? 'see the line' : `at column ${parsed.column}`;
    return { kind: 'rejected', rejection: { reason: parsed.reason, detail } };
  }
  const normalised = normaliseValue(parsed.value, settings, forcedKind);
  if (normalised.kind === 'rejected' || parsed.duplicateKeys.length === 0) return normalised;
  const repeated = parsed.duplicateKeys.map((key) => ({
    field: key,
    rule: 'each key once in an object',
    shape: 'repeated',
  }));
  return { ...normalised, violations: [...normalised.violations, ...repeated] };
}

function normaliseValue(value: unknown, settings: Settings, forcedKind: RecordKind | undefined): Normalised {
  if (!isJsonObject(value)) {
    return { kind: 'rejected', rejection: { reason: 'unknown_kind', detail: 'no JSON object' } };
  }
  const kind =
    forcedKind ?? ('request' in value ? 'pay-in' : looksLikeCallback(value) ? 'callback' : undefined);
  if (kind === 'pay-in') return normalisePayIn(value, settings);
  if (kind === 'callback') return normaliseCallback(value, settings);
  return {
    kind: 'rejected',
    rejection: { reason: 'unknown_kind', detail: 'an object without request, body or merchantId' },
  };
}
