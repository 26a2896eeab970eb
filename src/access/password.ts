import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Fault } from '../errors.ts';

const hashed = promisify(argon2);

interface Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/**
 * Of the sets that OWASP recommends for argon2id, which resist a single guess equally, the one with the most memory:
 * memory is what makes guessing on many graphics cards at once expensive. One check takes some 50 ms.
 */
const COST: Cost = { memory: 47_104, passes: 1, parallelism: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const SHORTEST = 12;
/** So that nobody makes the program hash megabytes. */
const LONGEST = 128;
/** More UTF-16 units than a password of 128 characters has in any form that people type. */
const MOST_UNITS = 1_024;
/** Shorter names are part of too many good passwords. */
const SHORTEST_NAME = 3;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash that no password is known for, in the form and at the cost of a real one. */
export const NOBODYS_HASH = phcText(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** The hash of a password by argon2id with a random salt, as PHC text: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phcText(COST, salt, await derive(password, COST, salt, HASH_BYTES));
}

/** Whether a password is the one of a hash. Compares in constant time. Throws Error if the hash is no PHC text. */
export async function isPassword(password: string, phc: string): Promise<boolean> {
  const { cost, salt, hash } = parsePhc(phc);
  return timingSafeEqual(await derive(password, cost, salt, hash.length), hash);
}

/** Whether a hash was made with less than the current parameters, and has to be made again at the next sign-in. */
export function isOutdated(phc: string): boolean {
  const { cost, salt, hash } = parsePhc(phc);
  return (
    cost.memory < COST.memory ||
    cost.passes < COST.passes ||
    salt.length < SALT_BYTES ||
    hash.length < HASH_BYTES
  );
}

/** A random password of 24 characters, 144 bits. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * Checks a new password against the policy: 12 to 128 characters, not a common password, and without the user's name.
 * @throws Fault PASSWORD_REFUSED, which never repeats the password
 */
export async function checkPassword(password: string, userName: string): Promise<void> {
  const length = [...normalised(password)].length;
  if (length < SHORTEST || length > LONGEST) {
    throw refused(`${length} characters`, `${SHORTEST} to ${LONGEST} characters`);
  }
  const folded = fold(password);
  const name = fold(userName);
  if (name.length >= SHORTEST_NAME && folded.includes(name)) {
    throw refused("a password that contains the user's name", 'a password without it');
  }
  if (new Set(folded).size === 1) throw refused('one character, repeated', 'different characters');
  if ((await commonPasswords()).has(folded)) {
    throw refused('a password on the list of common passwords', 'one that is hard to guess');
  }
}

function refused(found: string, expected: string): Fault {
  return new Fault('PASSWORD_REFUSED', { found, expected });
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded when it is first used: unpacking takes some milliseconds and megabytes, and most commands set no password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(fold)),
  );
  return common;
}

function derive(password: string, cost: Cost, nonce: Buffer, tagLength: number): Promise<Buffer> {
  return hashed('argon2id', { message: normalised(password), nonce, tagLength, ...cost });
}

/**
 * Keyboards and systems write the same characters in different ways. What is too long for a password is no password and
 * stays as it is: the time that normalising takes grows with the square of the number of combining marks.
 */
function normalised(password: string): string {
  return password.length > MOST_UNITS ? password : password.normalize('NFKC');
}

function fold(text: string): string {
  return normalised(text).toLowerCase();
}

function phcText({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function parsePhc(phc: string): { readonly cost: Cost; readonly salt: Buffer; readonly hash: Buffer } {
  const match = PHC.exec(phc);
  if (match === null) throw new Error('not a hash of argon2id in PHC form');
  const [, memory, passes, parallelism, salt, hash] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
  };
}
