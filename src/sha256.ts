import { hash } from 'node:crypto';

/** SHA-256 of a content, in hexadecimal digits. */
export function sha256Of(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
