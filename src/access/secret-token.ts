import { randomBytes } from 'node:crypto';
import { sha256Of } from '../sha256.ts';

/** A random text of 256 bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hexadecimal: enough for random tokens, which nobody can guess, unlike passwords. */
export function hashOf(text: string): string {
  return sha256Of(text);
}
