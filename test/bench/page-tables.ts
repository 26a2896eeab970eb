import { grouped } from '../../src/terminal-text.ts';
import { markdownTable } from './markdown-table.ts';
import { type Look, quantile } from './page.ts';
import type { Downloaded } from './page-downloads.ts';

/** Table of how long the page took to answer. */
export function looksTable(looks: readonly Look[]): string {
  const rows = looks.map(({ way, kind, milliseconds, seconds, wrong }) => [
    way,
    kind,
    grouped(milliseconds.length),
    (milliseconds.length / seconds).toFixed(1),
    ...[0.5, 0.95, 0.99, 1].map((part) => quantile(milliseconds, part).toFixed(0)),
    String(wrong),
  ]);
  const header = ['people', 'page', 'answers', 'a second', 'median ms', '95 %', '99 %', 'most', 'wrong'];
  return markdownTable(header, rows, ['people', 'page']);
}

/** Table of every download, with the memory of the server's process. */
export function downloadsTable(downloads: readonly Downloaded[]): string {
  const rows = downloads.map(({ what, by, rows: count, bytes, seconds, firstByte, metered }) => [
    what,
    by,
    grouped(count),
    (bytes / 2 ** 20).toFixed(0),
    seconds.toFixed(2),
    firstByte.toFixed(3),
    metered.before.toFixed(0),
    metered.most.toFixed(0),
    metered.cpu.toFixed(2),
  ]);
  const header = [
    'what',
    'by',
    'rows',
    'MB',
    'seconds',
    'first byte',
    'memory before',
    'most memory',
    'CPU s',
  ];
  return markdownTable(header, rows, ['what', 'by']);
}
