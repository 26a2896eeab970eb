import { isIP } from 'node:net';
import { Cron } from 'croner';
import { DateTime, IANAZone } from 'luxon';
import { validate } from 'node-cron';
import { z } from 'zod';
import { addressMistake, isPostgresUrl, POSTGRES_URL } from './database-url.ts';
import { ESCAPED, isEscaped } from './escaped-url.ts';
import { FINDING_CODES } from './finding-codes.ts';
import { KNOWN_REPORTS } from './known-reports.ts';

/** A non-empty text: a folder, a column, a path. */
export const name = z.string().min(1);
export const texts = z.array(name);
export const seconds = z.int().min(0).max(31_536_000);

const ZONE = 'the name of an IANA time zone, such as America/Sao_Paulo';
export const zone = z
  .string()
  .refine((text) => IANAZone.isValidZone(text) && !isOffset(text), {
    error: ZONE,
    params: { known: () => Intl.supportedValuesOf('timeZone') },
  })
  .meta({ expected: ZONE, examples: ['America/Sao_Paulo', 'Africa/Cairo', 'UTC'] });

const CRON = 'a cron expression, such as 30 2 * * *';
export const cron = z.string().refine(isCron, { error: CRON }).meta({ expected: CRON });

const DAILY_CRON = 'a cron expression that is due on every day, such as 30 2 * * *';
/** A schedule that skips a day would leave out its date. */
export const dailyCron = z
  .string()
  .refine((text) => isCron(text) && /(\s+\*){3}\s*$/.test(text), { error: DAILY_CRON })
  .meta({ expected: DAILY_CRON });

const PREFIX = 'any, or a regular expression';
export const linePrefix = z.string().refine(isPattern, { error: PREFIX }).meta({ expected: PREFIX });

export const postgresUrl = z
  .string()
  .refine(isPostgresUrl, {
    error: ({ input }) => addressMistake(String(input))?.expected ?? POSTGRES_URL,
  })
  .meta({ expected: POSTGRES_URL, examples: ['postgresql://recon@db.example/recon'] });

const HTTP_URL = 'https://host/path';
export const httpUrl = z
  .string()
  .refine((text) => isUrl(text, /^https?:$/), { error: HTTP_URL })
  .refine(isEscapedText, { error: ESCAPED })
  .meta({ expected: HTTP_URL });

const CHANNEL_URL = 'https://host/path, or smtp://user@host:587';
export const channelUrl = z
  .string()
  .refine((text) => isUrl(text, /^(https?|smtps?):$/), { error: CHANNEL_URL })
  .refine(isEscapedText, { error: ESCAPED })
  .meta({ expected: CHANNEL_URL });

const DELIVERY_URL = 'sftp://user@host/folder, s3://bucket/folder, or smtp://user@host:587';
export const deliveryUrl = z
  .string()
  .refine((text) => isUrl(text, /^(sftp|s3|smtps?):$/), { error: DELIVERY_URL })
  .refine(isEscapedText, { error: ESCAPED })
  .meta({ expected: DELIVERY_URL });

/** SHA-256 of a host key in Base64, as OpenSSH writes it. */
export const hostFingerprint = z
  .string()
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/)
  .meta({ expected: 'a fingerprint as ssh-keygen -l shows it: SHA256: and 43 characters' });

const BUSINESS_DATE = 'a date, yyyy-MM-dd';
export const businessDate = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && DateTime.fromISO(text).isValid, {
    error: BUSINESS_DATE,
  })
  .meta({ expected: BUSINESS_DATE, examples: ['2026-11-01'] });

const LISTEN = "host:port, such as 127.0.0.1:9464, or ''";
export const listenAddress = z
  .string()
  .regex(/^$|^(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/)
  .meta({ expected: LISTEN });

/** The address of a server that always listens. */
export const serverAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/)
  .meta({ expected: 'host:port, such as 127.0.0.1:8080' });

const NETWORK = 'an address or a network, such as 10.0.0.7 or 10.0.0.0/8';
export const network = z.string().refine(isNetwork, { error: NETWORK }).meta({ expected: NETWORK });

/** A part of a whole. */
export const share = z.number().min(0).max(1).meta({ expected: 'a number from 0 to 1' });

/** Name of a source or a channel, used in messages, metrics and keys. */
export const sourceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
  .meta({ expected: 'small letters, digits and -, 40 at most' });

/** One byte in every supported encoding, so that it can be found before cells are decoded. */
export const quoteMark = z
  .string()
  .regex(/^[!-~]$/)
  .meta({ expected: 'one character of ASCII' });

export const threads = z
  .union([z.literal('auto'), z.int().min(0).max(64)])
  .meta({ expected: 'auto, or a whole number from 0 to 64' });

export const regionName = z
  .string()
  .regex(/^[A-Z]{2,8}$/)
  .meta({ expected: 'two to eight capital letters' });

export const findingCode = oneOfNames(FINDING_CODES, 'the code of a finding (payin-recon help findings)');
export const reportName = oneOfNames(KNOWN_REPORTS, 'the name of a report (payin-recon help reports)');

/** By it, settings/references.ts finds the names and values that are checked against ISO 4217. */
export const CURRENCY_CODE = 'a code of ISO 4217, such as BRL';
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ expected: CURRENCY_CODE });

/** Checks that no text of a setting is given twice; each repetition is reported at its path. */
export function eachOnce<T>(
  textsOf: (value: T & object) => readonly (readonly [unknown, readonly (string | number)[]])[],
  expected: string,
) {
  return z.superRefine<T>(
    (value, { addIssue }) => {
      if (typeof value !== 'object' || value === null) return;
      const seen = new Set<unknown>();
      for (const [text, path] of textsOf(value)) {
        if (typeof text === 'string' && seen.has(text)) {
          addIssue({ code: 'custom', path: [...path], message: expected, input: text });
        }
        seen.add(text);
      }
    },
    { when: () => true },
  );
}

/** Checks that two settings, each of use only with the other, are both given or both absent. */
export function bothOrNeither<T>(one: string, other: string) {
  return z.superRefine<T>(
    (group, { addIssue }) => {
      const missing = [one, other].filter((setting) => Object(group)[setting] === undefined);
      if (missing.length !== 1) return;
      addIssue({ code: 'custom', path: missing, message: `${one} and ${other}, or neither` });
    },
    { when: () => true },
  );
}

/** A text of a list that is too long for a message. An empty text is a mistake of its form. */
function oneOfNames(known: readonly string[], expected: string) {
  return name.refine((text) => text === '' || known.includes(text), {
    error: expected,
    params: { known: () => known },
  });
}

/** `-03:00` is not a zone: it has no summer time, and databases read its sign the other way round. */
function isOffset(text: string): boolean {
  return /^[+-]/.test(text);
}

/** Valid for croner, which computes due times, and for node-cron, which refuses dates that never come, years and instants. */
function isCron(text: string): boolean {
  try {
    new Cron(text, { paused: true });
    return validate(text);
  } catch {
    return false;
  }
}

function isUrl(text: string, protocol: RegExp): boolean {
  const url = URL.parse(text);
  return url !== null && protocol.test(url.protocol) && url.hostname !== '';
}

function isEscapedText(text: string): boolean {
  const url = URL.parse(text);
  return url === null || isEscaped(url);
}

function isNetwork(text: string): boolean {
  const [address, bits = '0', ...more] = text.split('/');
  const version = isIP(address!);
  if (version === 0 || more.length > 0) return false;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
