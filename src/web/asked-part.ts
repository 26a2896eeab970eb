import type { Download, Part } from '../books/download/download.ts';
import type { PageContext } from './visit.ts';

/** One range: the first and the last byte, or the number of the last bytes. */
const RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

/** What a request wants of a file that never changes. Several ranges are answered with the whole file. */
export function askedPart(
  { req }: PageContext,
  { sha256, bytes }: Pick<Download, 'sha256' | 'bytes'>,
): Part | 'whole' | 'nothing new' | 'outside' {
  if (sha256 === undefined || bytes === undefined) return 'whole';
  const known = (req.header('If-None-Match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes('*') || known.includes(etagOf(sha256))) return 'nothing new';
  const condition = req.header('If-Range') ?? etagOf(sha256);
  const found = RANGE.exec((req.header('Range') ?? '').replaceAll(' ', ''));
  if (req.method !== 'GET' || found === null || condition !== etagOf(sha256)) return 'whole';
  const [, first = '', last = '', ending = ''] = found;
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  const start = first === '' ? Math.max(0, bytes - Number(ending)) : Number(first);
  const end = last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  return start < end ? { start, end } : 'outside';
}

export function etagOf(sha256: string): string {
  return `"${sha256}"`;
}
