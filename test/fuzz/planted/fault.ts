/** A parser with a fault that chance alone does not find: each byte is reached only after the one before it. */
export function parseMagic(bytes: Uint8Array): void {
  if (bytes[0] !== 0x62) return;
  if (bytes[1] !== 0x75) return;
  if (bytes[2] !== 0x67) return;
  if (bytes[3] !== 0x21) return;
  throw new Error('the planted fault');
}
