/**
 * Detached Ed25519 signatures in the form of OpenSSH (PROTOCOL.sshsig), so that `ssh-keygen -Y verify` checks them too.
 * A signature has the public key of its signer in it.
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** What the signatures are for; a signature for something else is not accepted. */
export const NAMESPACE = 'payin-recon';

const MAGIC = 'SSHSIG';
const KIND = 'ssh-ed25519';
const HASH = 'sha512';
const BEGIN = '-----BEGIN SSH SIGNATURE-----';
const END = '-----END SSH SIGNATURE-----';
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** What precedes the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** A public key of Ed25519: its 32 bytes. */
export interface PublicKey {
  readonly bytes: Buffer;
}

/** The public half of an Ed25519 key. */
export function publicKeyOf(key: KeyObject): PublicKey {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { bytes: der.subarray(-KEY_BYTES) };
}

/** A public key as a line of OpenSSH: `ssh-ed25519 AAAA…`. */
export function publicKeyText(key: PublicKey): string {
  return `${KIND} ${blobOf(key).toString('base64')}`;
}

/** Reads a line of OpenSSH; undefined if it is none of an Ed25519 key. */
export function readPublicKey(text: string): PublicKey | undefined {
  const encoded = /^\s*ssh-ed25519\s+([A-Za-z0-9+/=]+)(\s|$)/.exec(text)?.[1];
  return encoded === undefined ? undefined : keyOfBlob(Buffer.from(encoded, 'base64'));
}

/** The fingerprint of a key, as `ssh-keygen -l` shows it: `SHA256:…`. */
export function fingerprintOf(key: PublicKey): string {
  return sshFingerprint(blobOf(key));
}

/** The fingerprint of any public key in the encoding of SSH. */
export function sshFingerprint(blob: Buffer): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** Signs a content. The same content and key give the same signature. */
export function signContent(content: Buffer, key: KeyObject): string {
  const signature = sign(null, signedPart(content), key);
  const blob = Buffer.concat([
    ...[Buffer.from(MAGIC), uint32(1), field(blobOf(publicKeyOf(key)))],
    ...[field(NAMESPACE), field(''), field(HASH), field(Buffer.concat([field(KIND), field(signature)]))],
  ]);
  const lines = blob.toString('base64').match(/.{1,70}/g)!;
  return `${[BEGIN, ...lines, END].join('\n')}\n`;
}

/**
 * Who signed a content.
 * @returns the signer's key, or what is wrong with the signature
 */
export function signerOf(content: Buffer, signature: string): PublicKey | string {
  const encoded = new RegExp(`^${BEGIN}\\s+([A-Za-z0-9+/=\\s]+?)\\s*${END}\\s*$`).exec(signature)?.[1];
  if (encoded === undefined) return 'not a signature of OpenSSH';
  const read = fieldsOf(Buffer.from(encoded, 'base64'));
  if (typeof read === 'string') return read;
  const publicKey = createPublicKey({
    key: Buffer.concat([DER_PREFIX, read.key.bytes]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, signedPart(content), publicKey, read.signature)
    ? read.key
    : 'the signature is not one of this content';
}

/** What is signed: not the content itself, but its digest and what it is for. */
function signedPart(content: Buffer): Buffer {
  const digest = createHash(HASH).update(content).digest();
  return Buffer.concat([Buffer.from(MAGIC), field(NAMESPACE), field(''), field(HASH), field(digest)]);
}

function fieldsOf(blob: Buffer): { readonly key: PublicKey; readonly signature: Buffer } | string {
  const head = MAGIC.length + 4;
  if (blob.subarray(0, MAGIC.length).toString('latin1') !== MAGIC || blob.length < head)
    return 'not a signature of OpenSSH';
  if (blob.readUInt32BE(MAGIC.length) !== 1) return 'a signature of another version';
  const parts = readFields(blob.subarray(head));
  if (parts?.length !== 5) return 'a signature that is cut short';
  const [keyBlob, namespace, , hash, inner] = parts as [Buffer, Buffer, Buffer, Buffer, Buffer];
  if (namespace.toString('utf8') !== NAMESPACE)
    return `a signature for ${JSON.stringify(namespace.toString('utf8'))}`;
  const key = keyOfBlob(keyBlob);
  const [kind, signature] = readFields(inner) ?? [];
  const isEd25519 = hash.toString('latin1') === HASH && kind?.toString('latin1') === KIND;
  if (key === undefined || !isEd25519 || signature?.length !== SIGNATURE_BYTES)
    return 'a signature of another kind than Ed25519 with SHA-512';
  return { key, signature };
}

function blobOf({ bytes }: PublicKey): Buffer {
  return Buffer.concat([field(KIND), field(bytes)]);
}

function keyOfBlob(blob: Buffer): PublicKey | undefined {
  const [kind, bytes, ...rest] = readFields(blob) ?? [];
  const isKey = kind?.toString('latin1') === KIND && bytes?.length === KEY_BYTES && rest.length === 0;
  return isKey ? { bytes } : undefined;
}

/** Bytes with their length before them. */
function field(content: string | Buffer): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** All fields of a block; undefined if it ends within one. */
function readFields(block: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  for (let at = 0; at < block.length; ) {
    if (at + 4 > block.length) return undefined;
    const end = at + 4 + block.readUInt32BE(at);
    if (end > block.length) return undefined;
    fields.push(block.subarray(at + 4, end));
    at = end;
  }
  return fields;
}
