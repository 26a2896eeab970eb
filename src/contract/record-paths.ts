import { number } from './criteria.ts';
import { isDecimalText } from './decimal-text.ts';
import type { FieldKind } from './field-kind.ts';
import { JsonNumber } from './json.ts';
import { INTERFACE_RULES } from './rules.ts';
import { isStated, statedFieldKind, statedNames, statedPath } from './statement-fields.ts';

/** The keys around the bodies of a stored record. */
const ENVELOPE_PATHS: readonly string[] = [
  ...['sentAt', 'request', 'request.headers', 'request.body'],
  ...['response', 'response.status', 'response.headers', 'response.body'],
  ...['receivedAt', 'headers', 'body', 'ack', 'verified'],
];

const BODY_PATHS: readonly string[] = unique(
  Object.values(INTERFACE_RULES).flatMap((message) => message.body.rules.map((rule) => rule.field)),
);

const HEADER_PATHS: readonly string[] = unique(
  Object.values(INTERFACE_RULES).flatMap((message) => message.headers.rules.map((rule) => rule.field)),
);

/** Dot paths of everything that a logged record can have, as the interface spells them. */
export const RECORD_PATHS: readonly string[] = [...ENVELOPE_PATHS, ...BODY_PATHS, ...HEADER_PATHS];

/** Dot paths of a callback's body by itself: a line or row may be only that. */
export const BARE_CALLBACK_PATHS: readonly string[] = BODY_PATHS.filter((path) =>
  path.startsWith('body.'),
).map((path) => path.slice('body.'.length));

/** Every name of a value of a record. Those of a callback's body are listed without `body.` too, and first. */
export const PATH_NAMES: readonly string[] = [...BARE_CALLBACK_PATHS, ...RECORD_PATHS];

/** Parts of a record that a store may hold as JSON text, outer parts first. */
export const JSON_PARTS: readonly string[] = [
  ...['request', 'response', 'headers', 'body'],
  ...['request.headers', 'request.body', 'response.headers', 'response.body'],
];

const NUMBER_PATHS: ReadonlySet<string> = new Set(
  Object.values(INTERFACE_RULES).flatMap((message) =>
    message.body.rules.filter(({ rule }) => rule === number.rule).map(({ field }) => field),
  ),
);

/**
 * A cell's text as the value of a record. Cells have no types, so digits become a number where the interface wants
 * one.
 */
export function cellValue(path: readonly string[], text: string): unknown {
  return isDecimalText(text) && NUMBER_PATHS.has(path.join('.')) ? new JsonNumber(text) : text;
}

const KINDS: ReadonlyArray<readonly [RegExp, FieldKind]> = [
  [/\.money\.amount$/, 'amount'],
  [/^response\.status$|\.expiryPeriod$/, 'number'],
  [/^(sentAt|receivedAt)$/, 'own-time'],
  [/\.transactionTime$|headers\.x-timestamp$/i, 'service-time'],
  [/\.(orderNo|tradeNo|merchantId|subMerchantId|accountNo)$|headers\.x-partner-id$/i, 'identifier'],
];

/** What the value at a path is read as: times of the merchant's own clock and of the service differ in their zone. */
export function fieldKind(path: readonly string[]): FieldKind {
  const stated = statedFieldKind(path);
  if (stated !== undefined) return stated;
  const whole = path.join('.');
  return KINDS.find(([pattern]) => pattern.test(whole))?.[1] ?? 'text';
}

/** Whether a path is in the payer, whose data is checked and never kept. */
export function isOfPayer(path: string): boolean {
  return path.includes('payer.');
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

const PATHS_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...BARE_CALLBACK_PATHS.map((path) => [path.toLowerCase(), `body.${path}`] as const),
  ...RECORD_PATHS.map((path) => [path.toLowerCase(), path] as const),
]);

/** Objects whose keys the interface leaves open. */
const OPEN = /^((?:request\.|response\.)?headers|response\.body\.channel\.additionalInfo)\.(.+)$/i;

/**
 * The keys that lead to a value of a record, by a dot path in any letter case (`request.body.money.amount`), for a
 * callback also without `body.`; undefined where the interface has no such field.
 * @example recordPath('Money.Amount') // ['body', 'money', 'amount']
 */
export function recordPath(name: string): readonly string[] | undefined {
  const known = PATHS_BY_NAME.get(name.toLowerCase());
  if (known !== undefined) return known.split('.');
  const open = OPEN.exec(name);
  if (open === null) return undefined;
  const parent = PATHS_BY_NAME.get(open[1]!.toLowerCase())!;
  return [...parent.split('.'), open[2]!];
}

/** The keys that lead to a value of a record of a kind: of the interface by {@link recordPath}, of statements by our names. */
export function pathOfKind(kind: string | undefined, name: string): readonly string[] | undefined {
  return isStated(kind) ? statedPath(kind, name) : recordPath(name);
}

/** Every name of a value of a record of a kind. */
export function namesOfKind(kind: string | undefined): readonly string[] {
  return isStated(kind) ? statedNames(kind) : PATH_NAMES;
}
