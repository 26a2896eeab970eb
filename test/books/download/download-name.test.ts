import { expect, it } from 'vitest';
import { mediaTypeOf } from '../../../src/books/download/download.ts';
import { downloadName, type NamedContent } from '../../../src/books/download/download-name.ts';

const RANGE = { from: '2026-11-01', to: '2026-11-30' };
const VERSION = { date: '2026-11-19', version: 2 };

it.each<[NamedContent, string]>([
  [{ report: 'orders', region: 'BR', of: VERSION, end: 'csv' }, 'orders-BR-2026-11-19-v2.csv'],
  [{ report: 'orders', region: '', of: VERSION, end: 'xlsx' }, 'orders-other-2026-11-19-v2.xlsx'],
  [{ region: 'BR', of: VERSION, end: 'zip' }, 'payin-recon-BR-2026-11-19-v2.zip'],
  [{ report: 'orders', region: 'BR', of: RANGE, end: 'csv' }, 'orders-BR-2026-11-01..2026-11-30.csv'],
  [{ report: 'orders', of: RANGE, end: 'csv' }, 'orders-2026-11-01..2026-11-30.csv'],
  [{ report: 'findings', of: { asOf: '2026-11-20' }, end: 'xlsx' }, 'findings-2026-11-20.xlsx'],
])('the name of a downloaded file says what is in it: %j', (content, name) => {
  expect(downloadName(content)).toBe(name);
});

it('the media type of a file follows from the end of its name', () => {
  expect(mediaTypeOf('orders-BR-2026-11-19-v2.csv')).toBe('text/csv; charset=utf-8');
  expect(mediaTypeOf('a.zip')).toBe('application/zip');
  expect(mediaTypeOf('a.unknown')).toBe('application/octet-stream');
});
