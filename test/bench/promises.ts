import type { Sizes } from './options.ts';

/** The contestant: the program on either engine, or something it is compared with. */
export type By =
  | 'PostgreSQL'
  | 'embedded'
  | 'DuckDB script'
  | 'DuckDB, equal work'
  | 'PostgreSQL floor'
  | 'bare server'
  | 'plain reading';

/**
 * The measured work. Cold is ingest plus night; deliveries are a day that is ingested and judged hour by hour; `date on few`
 * adds a date to a store with few dates.
 */
export type What =
  | Night
  | 'ingest'
  | 'cold'
  | 'late'
  | 'deliveries'
  | 'date on few'
  | 'date on many'
  | 'first of a week'
  | 'within a week'
  | 'last of a week'
  | PageWork;

/** Work that judges a date and writes all its reports. Both nights about statements are over the same day. */
export type Night =
  | 'night'
  | 'no news'
  | 'night after deliveries'
  | 'night without statements'
  | 'night of a later statement'
  | 'night with statements';

/** Work of the page. The first download of a file also computes its digest; a workbook is made from the store. */
export type PageWork = 'page' | 'first download' | 'download' | 'workbook';

/** Identifies a row in the table of medians. */
export interface RowName {
  readonly what: What;
  readonly by: By;
  readonly orders: keyof Pick<
    Sizes,
    'orders' | 'largeOrders' | 'embeddedOrders' | 'historyOrders' | 'pageOrders' | 'downloadRows'
  >;
}

export interface Promised {
  readonly name: string;
  /**
   * The measured value of each row: median seconds, the same in milliseconds, median seconds for each order, the most
   * megabytes of its processes, or those that the server wrote to its log. Of the page, seconds are those within which 95 % of answers came.
   */
  readonly measure: 'seconds' | 'milliseconds' | 'seconds an order' | 'megabytes' | 'log megabytes';
  readonly of: RowName;
  /** The row to divide by. If absent, the promise is about the value itself. */
  readonly against?: RowName;
  readonly atMost: number;
  /** The value that we aim for. */
  readonly goal: number;
}

const ours = (what: What, orders: RowName['orders'] = 'orders'): RowName => ({
  what,
  by: 'PostgreSQL',
  orders,
});
const script = (what: What): RowName => ({ what, by: 'DuckDB script', orders: 'orders' });

/** The promised speed and memory of the program. */
export const PROMISES: readonly Promised[] = [
  {
    name: 'cold: ingest, reconcile, all reports; of the DuckDB script',
    measure: 'seconds',
    of: ours('cold'),
    against: script('cold'),
    atMost: 3.6,
    goal: 2,
  },
  {
    name: 'night: ingested before; reconcile, all reports; of the DuckDB script',
    measure: 'seconds',
    of: ours('night'),
    against: script('cold'),
    atMost: 1.5,
    goal: 0.7,
  },
  {
    name: 'late: a few more callbacks, corrected reports; of the DuckDB script',
    measure: 'seconds',
    of: ours('late'),
    against: script('late'),
    atMost: 0.5,
    goal: 0.3,
  },
  {
    name: 'a run without news; of the DuckDB script',
    measure: 'seconds',
    of: ours('no news'),
    against: script('cold'),
    atMost: 0.05,
    goal: 0.02,
  },
  {
    name: 'night after 24 deliveries, each judged; of the night over the whole day',
    measure: 'seconds',
    of: ours('night after deliveries'),
    against: ours('night'),
    atMost: 0.4,
    goal: 0.2,
  },
  {
    name: 'night with a statement of 96 % of the orders; of the same without',
    measure: 'seconds',
    of: ours('night with statements'),
    against: ours('night without statements'),
    atMost: 1.35,
    goal: 1.2,
  },
  {
    name: 'cold, embedded; of the same on PostgreSQL',
    measure: 'seconds',
    of: { what: 'cold', by: 'embedded', orders: 'embeddedOrders' },
    against: ours('cold', 'embeddedOrders'),
    atMost: 2.5,
    goal: 1.5,
  },
  {
    name: 'cold: what is written ahead to the log of the database, MB',
    measure: 'log megabytes',
    of: ours('cold'),
    atMost: 1700,
    goal: 1200,
  },
  {
    name: 'memory of the Node process, MB',
    measure: 'megabytes',
    of: ours('cold'),
    atMost: 280,
    goal: 200,
  },
  {
    name: 'memory of the Node process at five times the orders, MB',
    measure: 'megabytes',
    of: ours('cold', 'largeOrders'),
    atMost: 280,
    goal: 200,
  },
  {
    name: 'memory of the Node process, of that at a fifth of the orders',
    measure: 'megabytes',
    of: ours('cold', 'largeOrders'),
    against: ours('cold'),
    atMost: 1.1,
    goal: 1,
  },
  {
    name: 'time for an order, of that at a fifth of the orders',
    measure: 'seconds an order',
    of: ours('cold', 'largeOrders'),
    against: ours('cold'),
    atMost: 1.1,
    goal: 1,
  },
  {
    name: 'one date more, many stored; of the same with few',
    measure: 'seconds',
    of: ours('date on many', 'historyOrders'),
    against: ours('date on few', 'historyOrders'),
    atMost: 1.1,
    goal: 1,
  },
  {
    name: 'the last date of a week of large dates; of the first',
    measure: 'seconds',
    of: ours('last of a week', 'largeOrders'),
    against: ours('first of a week', 'largeOrders'),
    atMost: 1.1,
    goal: 1,
  },
  {
    name: 'memory of the Node process at the last date of that week; of that at the first',
    measure: 'megabytes',
    of: ours('last of a week', 'largeOrders'),
    against: ours('first of a week', 'largeOrders'),
    atMost: 1.1,
    goal: 1,
  },
  {
    name: 'the page for 50 people at once: 95 % of answers within, ms',
    measure: 'milliseconds',
    of: ours('page', 'pageOrders'),
    atMost: 300,
    goal: 100,
  },
  {
    name: 'download of a published file; of a bare server',
    measure: 'seconds',
    of: ours('download', 'downloadRows'),
    against: { what: 'download', by: 'bare server', orders: 'downloadRows' },
    atMost: 1.2,
    goal: 1,
  },
  {
    name: 'first download of a published file, with its digest; of a bare server',
    measure: 'seconds',
    of: ours('first download', 'downloadRows'),
    against: { what: 'download', by: 'bare server', orders: 'downloadRows' },
    atMost: 1.2,
    goal: 1,
  },
];
