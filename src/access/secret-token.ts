import { createHash, randomBytes } from 'node:crypto';

/** A random text of 256 bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hexadecimal: enough for random tokens, which nobody can guess, unlike passwords. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
