import { isUtf8 } from 'node:buffer';
import { checkRequest } from '../contract/check.ts';
import { jsonContent } from '../contract/criteria.ts';
import { isJsonObject, type JsonObject } from '../contract/json.ts';
import { parseJsonLine } from '../contract/parse-json.ts';
import { type RequestBody, readRequest } from '../contract/read-bodies.ts';
import type { Violation } from '../contract/violation.ts';
import { checkOffsets } from '../normalise/check-offset.ts';
import { findRegion } from '../normalise/identify.ts';
import { readMoney } from '../normalise/money.ts';
import type { SandboxError, SandboxSettings } from '../settings/sandbox.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import type { MessageHeaders } from '../signatures/signatures.ts';

/** A pay-in request that keeps every rule of the interface. */
export interface CheckedCall {
  readonly body: JsonObject;
  readonly fields: RequestBody;
  readonly region: RegionSettings;
  readonly amountMinor: bigint;
}

/** Why a pay-in request is refused. */
export interface Refusal {
  readonly error: SandboxError;
  /** What is wrong, without any value of the request. */
  readonly detail: string;
  /** Echoed where the body could be read. */
  readonly orderNo?: string | undefined;
}

/** Interface: "Pay-in request headers". */
const MANDATORY_HEADERS = ['Content-Type', 'X-TIMESTAMP', 'X-SIGNATURE', 'X-PARTNER-ID'];

/** Checks a pay-in request by the interface, except its signature and whether its orderNo is new. */
export function checkCall(settings: Settings, headers: MessageHeaders, bytes: Buffer): CheckedCall | Refusal {
  const type = headers['content-type'];
  if (type !== undefined && !jsonContent.holds(type)) return refuse('contentType', `found ${kindOf(type)}`);
  const body = readObject(bytes);
  if (typeof body === 'string') return refuse('bodyUnreadable', body);
  const fields = readRequest(body);
  const { orderNo } = fields;
  const missing = MANDATORY_HEADERS.filter((name) => (headers[name.toLowerCase()] ?? '') === '');
  if (missing.length > 0) return { ...refuse('headerMissing', missing.join(', ')), orderNo };
  const region = findRegion(settings, fields.currency, fields.paymentMethod);
  if (region.variant === 'none')
    return { ...refuse('variantUnknown', 'money.currency, paymentMethod'), orderNo };
  const timestampText = headers['x-timestamp'];
  const violations = [
    ...checkRequest(body, headers, region.variant),
    ...checkOffsets({ timestampText, responseTimeText: undefined }, region),
  ];
  if (violations.length > 0) return { ...refuse('fieldInvalid', violationText(violations)), orderNo };
  const amountMinor = readMoney(fields.amountText, fields.currency, region);
  if (amountMinor === undefined) {
    return { ...refuse('fieldInvalid', 'money.amount: cannot be read exactly'), orderNo };
  }
  const refused = checkOffer(settings.sandbox, fields, amountMinor);
  return refused === undefined ? { body, fields, region, amountMinor } : { ...refused, orderNo };
}

/** What the service offers beyond the rules of the interface: methods, merchants, amounts. */
function checkOffer(
  { methods, merchants, limits }: SandboxSettings,
  { paymentMethod, merchantId, subMerchantId, currency }: RequestBody,
  amountMinor: bigint,
): Refusal | undefined {
  if (!methods.includes(paymentMethod!)) return refuse('methodUnknown', `offered: ${methods.join(', ')}`);
  const merchant = merchants.find((one) => one.merchantId === merchantId);
  if (merchants.length > 0 && merchant === undefined) return refuse('merchantUnknown', 'merchant.merchantId');
  const subMerchants = merchant?.subMerchants ?? [];
  if (subMerchants.length > 0 && subMerchantId !== undefined && !subMerchants.includes(subMerchantId)) {
    return refuse('merchantUnknown', 'merchant.subMerchantId');
  }
  const { least = 0, most } = limits[currency!] ?? {};
  if (amountMinor < BigInt(least) || (most !== undefined && amountMinor > BigInt(most))) {
    return refuse('amountOutOfRange', `${least} to ${most ?? 'any'} minor units of ${currency}`);
  }
  return undefined;
}

function refuse(error: SandboxError, detail: string): Refusal {
  return { error, detail };
}

/** The JSON object of a body, or what it is instead. */
function readObject(bytes: Buffer): JsonObject | string {
  if (!isUtf8(bytes)) return 'not UTF-8';
  const text = bytes.toString('utf8');
  const parsed = parseJsonLine(text);
  if (!parsed.ok)
    return parsed.column === undefined ? 'not JSON' : `not JSON, from character ${parsed.column}`;
  const twice = keysTwice(text);
  if (twice.length > 0) return `a key twice: ${twice.join(', ')}`;
  return isJsonObject(parsed.value) ? parsed.value : 'no object';
}

/** The paths of the interface's keys that a body has twice in one object. They are known by their place in a record. */
function keysTwice(text: string): readonly string[] {
  const record = parseJsonLine(`{"request":{"body":${text}}}`);
  return record.ok ? record.duplicateKeys.map(pathInBody) : [];
}

function pathInBody(field: string): string {
  return field.replace(/^request\.(body\.)?/, '');
}

/** The media type alone: what follows it may hold anything. */
function kindOf(type: string): string {
  return /^\s*([\w.+-]+\/[\w.+-]+)\s*(?:;|$)/.exec(type)?.[1] ?? 'no media type';
}

function violationText(violations: readonly Violation[]): string {
  return violations
    .map(({ field, rule, shape }) => `${pathInBody(field)}: ${rule}, found ${shape}`)
    .join('; ');
}
