import type { Phase } from '../../src/phases.ts';
import { grouped } from '../../src/terminal-text.ts';
import { type Figures, type Measured, measuredOf, ratioOf, spreadOf } from './figures.ts';
import { markdownTable } from './markdown-table.ts';
import type { Sizes } from './options.ts';
import { type By, PROMISES } from './promises.ts';

const PHASES: readonly Phase[] = ['read', 'parse', 'load', 'merge', 'judge', 'write'];

export interface MeasuredFigures {
  readonly figures: readonly Figures[];
  /** What the figures are medians of. */
  readonly measured: readonly Measured[];
}

/** What works are compared with: the title of the column, and the contestant. */
const RULERS: ReadonlyArray<readonly [title: string, by: By]> = [
  ['of DuckDB', 'DuckDB script'],
  ['of equal work', 'DuckDB, equal work'],
  ['of floor', 'PostgreSQL floor'],
];

/**
 * Table of medians: one row for each work and contestant, with its phases and its ratio to each ruler; of several
 * rounds, also the least and the greatest ratio.
 */
export function mediansTable({ figures, measured }: MeasuredFigures): string {
  const ratio = (row: Figures, by: By) => {
    const found = ratioOf(row, by, figures, measured);
    if (found === undefined) return '';
    const [ofMedians, least, most] = [found.ofMedians, found.least, found.most].map((one) => one.toFixed(2));
    return least === most ? ofMedians! : `${ofMedians} (${least} to ${most})`;
  };
  const header = [
    'what',
    'by',
    'orders',
    'seconds',
    'orders/s',
    'CPU s',
    'busy s',
    'peak MB',
    'server MB',
    'log MB',
  ];
  // The page has a table of its own.
  const rows = figures
    .filter(({ what }) => what !== 'page')
    .map((row) => [
      row.what,
      row.by,
      grouped(row.orders),
      row.seconds.toFixed(2),
      grouped(Math.round(row.orders / row.seconds)),
      row.cpu.toFixed(2),
      row.busy.toFixed(2),
      row.megabytes.toFixed(0),
      row.serverMegabytes?.toFixed(0) ?? '',
      row.logMegabytes?.toFixed(0) ?? '',
      ...PHASES.map((phase) => row.phases[phase]?.toFixed(2) ?? ''),
      ...RULERS.map(([, by]) => ratio(row, by)),
    ]);
  return markdownTable([...header, ...PHASES, ...RULERS.map(([title]) => title)], rows, ['what', 'by']);
}

/** Table of promises, with the measured value, the least and greatest of the rounds, and whether each is met. */
export function promisesTable({ figures, measured }: MeasuredFigures, sizes: Sizes): string {
  const rows = PROMISES.map((promise) => {
    const value = measuredOf(promise, figures, sizes);
    const digits = promise.against === undefined ? 0 : 2;
    const spread = spreadOf(promise, measured, sizes);
    const met = value !== undefined && value <= promise.atMost;
    return [
      promise.name,
      value?.toFixed(digits) ?? '',
      spread?.map((one) => one.toFixed(digits)).join(' to ') ?? '',
      String(promise.atMost),
      String(promise.goal),
      value === undefined ? 'not measured' : met ? 'met' : 'not met',
    ];
  });
  const header = ['promise', 'measured', 'rounds', 'at most', 'goal', 'met'];
  return markdownTable(header, rows, ['promise', 'rounds', 'met']);
}

/**
 * Table of the parts of phases that take at least 1 % of the time, the longest first. For cold, both works are shown,
 * not their sum.
 */
export function partsTable(figures: readonly Figures[]): string {
  const single = figures.filter(
    ({ what, by, orders }) =>
      what !== 'cold' ||
      !figures.some((other) => other.what === 'ingest' && other.by === by && other.orders === orders),
  );
  const rows = single.flatMap(({ what, by, orders, parts, seconds: whole }) =>
    Object.entries(parts)
      .filter(([, seconds]) => seconds >= whole / 100)
      .sort(([, one], [, other]) => other - one)
      .map(([part, seconds]) => [what, by, grouped(orders), part, seconds.toFixed(3)]),
  );
  return markdownTable(['what', 'by', 'orders', 'part', 'seconds'], rows, ['what', 'by', 'part']);
}
