/**
 * An example of a module for the setting signatures.module. The interface does not show how messages are signed: replace
 * the two formulas by those of your service. Here, both are HMAC-SHA256 in hexadecimal digits over X-TIMESTAMP, a line
 * feed and the exact bytes of the body, with two different keys and two different prefixes, so that the signature of a
 * request is never that of a callback.
 *
 * The keys come from the environment: PAYIN_REQUEST_KEY and PAYIN_CALLBACK_KEY.
 *
 * @typedef {import('payin-recon').Signatures} Signatures
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** @type {Signatures['signRequest']} */
export function signRequest({ headers, body }) {
  return signatureOf('PAYIN_REQUEST_KEY', 'request', headers, body);
}

/** @type {Signatures['verifyRequest']} */
export function verifyRequest(request) {
  return isEqual(request.headers['x-signature'], signRequest(request));
}

/** @type {Signatures['signCallback']} */
export function signCallback({ headers, body }) {
  return signatureOf('PAYIN_CALLBACK_KEY', 'callback', headers, body);
}

/** @type {Signatures['verifyCallback']} */
export function verifyCallback(callback) {
  return isEqual(callback.headers['x-signature'], signCallback(callback));
}

/**
 * @param {string} name of the variable with the key
 * @param {string} prefix
 * @param {Readonly<Record<string, string>>} headers
 * @param {Uint8Array} body
 */
function signatureOf(name, prefix, headers, body) {
  const key = process.env[name];
  if (key === undefined || key === '') throw new Error(`the variable ${name} has no key`);
  const hmac = createHmac('sha256', key);
  hmac.update(`${prefix}\n${headers['x-timestamp'] ?? ''}\n`);
  return hmac.update(body).digest('hex');
}

/**
 * Compares without telling by its time how much is right.
 * @param {string | undefined} found
 * @param {string} expected
 */
function isEqual(found, expected) {
  const [one, other] = [Buffer.from(found ?? ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
