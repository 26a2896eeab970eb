import type { FaultCode } from '../../src/errors.ts';
import type { RejectionReason } from '../../src/normalise/rejection.ts';
import { callbackLine, payInLine } from '../support/records.ts';

/** What becomes of a line. */
export type LineResult =
  | { readonly rejected: RejectionReason }
  /** Columns of the record as the database has them, and the fields with a violation, sorted; by default none. */
  | { readonly kept: Readonly<Record<string, string | boolean | null>>; readonly breaks?: readonly string[] };

/** A line of a log, without its end, and what becomes of it. */
export interface LineCase {
  readonly name: string;
  readonly line: string | Uint8Array;
  readonly is: LineResult;
}

/** What becomes of a file. */
export type FileResult =
  | { readonly fault: FaultCode }
  /** `records = accepted + duplicate + rejected`, and the lines that are rejected, each with its reason. */
  | { readonly counts: string; readonly rejected?: Readonly<Record<number, RejectionReason>> };

export interface FileCase {
  readonly name: string;
  /** Name of the file; by default `a.log`. */
  readonly file?: string;
  readonly content: string | Uint8Array;
  readonly is: FileResult;
}

/** Values of a record as JSON text, by their dot paths; undefined takes one out. */
export type Patch = Readonly<Record<string, string | undefined>>;

/** A callback's line with some values as they are written here. Otherwise it breaks no rule. */
export function callback(orderNo: string, patch: Patch = {}): string {
  const line = callbackLine({ orderNo, tradeNo: `T${orderNo}` });
  return patched(line, patch);
}

/** A pay-in's line with some values as they are written here. Otherwise it breaks no rule. */
export function payIn(orderNo: string, patch: Patch = {}): string {
  const record = JSON.parse(payInLine({ orderNo, tradeNo: `T${orderNo}` }));
  record.response.body.channel.paymentUrl = 'https://pay.example/1';
  return patched(JSON.stringify(record), patch);
}

/** Brazil's record as Egypt's. */
export const EGYPT: Patch = {
  'body.money.currency': '"EGP"',
  'body.paymentMethod': '"FAWRY"',
};

function patched(line: string, patch: Patch): string {
  const record = JSON.parse(line);
  const texts = Object.entries(patch);
  for (const [index, [path, text]] of texts.entries()) {
    const keys = path.split('.');
    let part = record;
    for (const key of keys.slice(0, -1)) part = part[key];
    if (text === undefined) delete part[keys.at(-1)!];
    else part[keys.at(-1)!] = `@${index}@`;
  }
  return JSON.stringify(record).replaceAll(/"@(\d+)@"/g, (_all, index) => texts[Number(index)]![1]!);
}

/** Longest line that the corpus is read with. */
export const MOST_LINE_BYTES = 8192;

/** A callback with so many levels below its own. */
export const nested = (depth: number, open = '[', close = ']') =>
  callback(`DEPTH${depth}X${open.length}`).replace(
    '"ack":',
    `"deep":${open.repeat(depth)}1${close.repeat(depth)},"ack":`,
  );
