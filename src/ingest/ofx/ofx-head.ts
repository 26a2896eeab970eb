/** So many bytes show whether a file is OFX, and how it is encoded. */
export const OFX_HEAD_BYTES = 1024;

const BEGINS =
  /^(?:\xef\xbb\xbf)?\s*(?:OFXHEADER\s*:|<\?OFX\b|<OFX>|<\?xml\b[^<>]{0,200}\?>\s*(?:<!--[^<>]{0,400}-->\s*)?<(?:\?OFX\b|OFX>))/i;

/** Whether the first bytes of a file begin an OFX document, of the older or the newer form. */
export function isOfx(bytes: Uint8Array): boolean {
  return BEGINS.test(Buffer.from(bytes.subarray(0, OFX_HEAD_BYTES)).toString('latin1'));
}

/** Whether a file may be OFX, by its first bytes: then more of them are needed. */
export function mayBeOfx(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*(?:<|O|$)/i.test(text);
}

/**
 * The encoding of a document by its head: of the older form CHARSET, of the newer the XML declaration.
 * @returns a label of TextDecoder
 */
export function ofxEncoding(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, OFX_HEAD_BYTES)).toString('latin1');
  const declared = /<\?xml\b[^<>]*\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1];
  if (declared !== undefined) return knownLabel(declared) ?? 'utf-8';
  if (/^(?:\xef\xbb\xbf)|\bENCODING\s*:\s*(?:UTF-?8|UNICODE)\b/i.test(head)) return 'utf-8';
  if (!/OFXHEADER\s*:/i.test(head)) return 'utf-8';
  const charset = /\bCHARSET\s*:\s*([\w.-]{1,40})/i.exec(head)?.[1] ?? '';
  return knownLabel(/^\d+$/.test(charset) ? `windows-${charset}` : charset) ?? 'windows-1252';
}

function knownLabel(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
