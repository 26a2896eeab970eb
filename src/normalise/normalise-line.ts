import { isJsonObject, isPresent, type JsonObject } from '../contract/json.ts';
import { saysAt } from '../contract/mandatory-fields.ts';
import type { StatedKind } from '../contract/statement-fields.ts';
import type { Violation } from '../contract/violation.ts';
import { absentPaths } from '../settings/absent.ts';
import type { Settings } from '../settings/schema.ts';
import { findRecord, unwrapJson } from './find-record.ts';
import { normaliseBankRow } from './normalise-bank-row.ts';
import { normaliseCallback } from './normalise-callback.ts';
import { normalisePayIn } from './normalise-pay-in.ts';
import { normaliseStatement } from './normalise-statement.ts';
import type { Normalised, RecordKind } from './record.ts';

/**
 * One line of a log as a record in our units, or a rejection. Pure: the same line and settings always give the same
 * result.
 * @param forcedKind the value of --kind; without it the shape of the line decides
 */
export function normaliseLine(line: string, settings: Settings, forcedKind?: RecordKind): Normalised {
  const parsed = findRecord(line, settings);
  if (!parsed.ok) {
    const detail = parsed.column === undefined ? 'see the line' : `at column ${parsed.column}`;
    return { kind: 'rejected', rejection: { reason: parsed.reason, detail } };
  }
  if (!isJsonObject(parsed.value)) {
    return { kind: 'rejected', rejection: { reason: 'unknown_kind', detail: 'no JSON object' } };
  }
  return normaliseRecord(parsed.value, parsed.duplicateKeys.map(repeatedKey), settings, forcedKind);
}

/**
 * A logged record, however it was stored, in our units, or a rejection.
 * @param noticed violations that were found while the record was unpacked
 * @param issuer of a row of a statement: the table or source by which it was read
 */
export function normaliseRecord(
  logged: JsonObject,
  noticed: readonly Violation[],
  settings: Settings,
  forcedKind?: RecordKind,
  issuer?: string,
): Normalised {
  const kind = forcedKind ?? statedKindOf(logged);
  if (kind === 'statement') return normaliseStatement(logged, settings, issuer);
  if (kind === 'bank') return normaliseBankRow(logged, settings, issuer);
  const unwrapped = unwrapJson(logged);
  const normalised = withUnexpected(
    normaliseValue(unwrapped.value, settings, forcedKind),
    unwrapped.value,
    settings,
  );
  const violations = [...noticed, ...unwrapped.duplicateKeys.map(repeatedKey)];
  if (normalised.kind === 'rejected' || violations.length === 0) return normalised;
  return { ...normalised, violations: [...normalised.violations, ...violations] };
}

/** The violation of a key that occurs twice in one object, by its dot path. */
export function repeatedKey(path: string): Violation {
  return { field: path, rule: 'each key once in an object', shape: 'repeated' };
}

function withUnexpected(normalised: Normalised, value: JsonObject, settings: Settings): Normalised {
  if (normalised.kind === 'rejected') return normalised;
  const unexpected = absentPathsOf(settings).filter((path) => saysAt(value, path));
  return unexpected.length === 0 ? normalised : { ...normalised, unexpected };
}

const KNOWN = new WeakMap<Settings, readonly string[]>();

/** The paths of the setting absent; cached, because many records share the same settings. */
function absentPathsOf(settings: Settings): readonly string[] {
  let paths = KNOWN.get(settings);
  if (paths === undefined) {
    paths = absentPaths(settings);
    KNOWN.set(settings, paths);
  }
  return paths;
}

function normaliseValue(
  value: JsonObject,
  settings: Settings,
  forcedKind: RecordKind | undefined,
): Normalised {
  const kind = forcedKind ?? loggedKindOf(value);
  if (kind === 'pay-in') return normalisePayIn(value, settings);
  if (kind === 'callback') return normaliseCallback(value, settings);
  const detail = 'an object without request, response, body or merchantId';
  return { kind: 'rejected', rejection: { reason: 'unknown_kind', detail } };
}

/**
 * The kind of a record by its shape: by the keys that have a value, else by the keys that it has. A response alone is
 * half of a pay-in record.
 */
function loggedKindOf(value: JsonObject): RecordKind | undefined {
  return kindBy((key) => isPresent(value, key)) ?? kindBy((key) => key in value);
}

function kindBy(has: (key: string) => boolean): RecordKind | undefined {
  if (has('request')) return 'pay-in';
  if (has('body') || has('merchantId')) return 'callback';
  return has('response') ? 'pay-in' : undefined;
}

/** What a provider or bank said is under a key of its own, which the interface does not use. */
function statedKindOf(value: JsonObject): StatedKind | undefined {
  if (!('statement' in value || 'bank' in value) || loggedKindOf(value) !== undefined) return undefined;
  return (['statement', 'bank'] as const).find((key) => isJsonObject(value[key]));
}
