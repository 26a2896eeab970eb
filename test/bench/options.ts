import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const SCENARIOS = [
  'cold',
  'night',
  'late',
  'hourly',
  'statements',
  'embedded',
  'size',
  'history',
  'week',
  'page',
  'endpoints',
] as const;

export type Scenario = (typeof SCENARIOS)[number];

export interface Sizes {
  /** Number of orders in the day that most scenarios measure. */
  readonly orders: number;
  /** Number of orders in the large day of scenario `size`. */
  readonly largeOrders: number;
  /** Dates of scenario `week`, each with `largeOrders`. */
  readonly weekDates: number;
  readonly embeddedOrders: number;
  /** Number of late callbacks. */
  readonly late: number;
  /** Dates in the store before one more is added, in scenario `history`. */
  readonly manyDates: number;
  readonly fewDates: number;
  /** Number of orders in each of these dates. */
  readonly historyOrders: number;
  /** Number of orders in each date of scenario `page`. */
  readonly pageOrders: number;
  /** Rows of the file that scenario `page` downloads. */
  readonly downloadRows: number;
}

export interface Options extends Sizes {
  readonly rounds: number;
  /** Rounds for the large day. */
  readonly largeRounds: number;
  readonly only: readonly Scenario[];
  /** Threads for DuckDB. */
  readonly threads: number;
  /** Whether to print the parts of phases too. */
  readonly parts: boolean;
  /** Folder for CPU profiles of the program's processes. */
  readonly profile: string | undefined;
  /** Dates in the store of scenario `page`. */
  readonly pageDates: number;
  /** People who look at the page at once. */
  readonly people: number;
  /** For how long they look, for each way of looking. */
  readonly pageSeconds: number;
  /** Callbacks that scenario `endpoints` sends, pay-in requests, and over how many connections. */
  readonly callbacks: number;
  readonly payIns: number;
  readonly connections: number;
}

/** Parses the benchmark's command-line arguments. All have defaults. Throws Error for an unknown one. */
export function readOptions(words: readonly string[]): Options {
  const text = (value: string | number) => ({ type: 'string', default: String(value) }) as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      orders: text(1_000_000),
      'large-orders': text(5_000_000),
      'week-dates': text(7),
      'embedded-orders': text(100_000),
      late: text(100),
      'many-dates': text(90),
      'few-dates': text(2),
      'history-orders': text(10_000),
      'page-dates': text(35),
      'page-orders': text(200_000),
      people: text(50),
      'page-seconds': text(20),
      'download-rows': text(1_000_000),
      callbacks: text(200_000),
      'pay-ins': text(50_000),
      connections: text(64),
      rounds: text(3),
      'large-rounds': text(1),
      only: text(SCENARIOS.join(',')),
      threads: text(availableParallelism()),
      parts: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  return {
    orders: wholeOf(values.orders),
    largeOrders: wholeOf(values['large-orders']),
    weekDates: wholeOf(values['week-dates']),
    embeddedOrders: wholeOf(values['embedded-orders']),
    late: wholeOf(values.late),
    manyDates: wholeOf(values['many-dates']),
    fewDates: wholeOf(values['few-dates']),
    historyOrders: wholeOf(values['history-orders']),
    pageDates: wholeOf(values['page-dates']),
    pageOrders: wholeOf(values['page-orders']),
    people: wholeOf(values.people),
    pageSeconds: wholeOf(values['page-seconds']),
    downloadRows: wholeOf(values['download-rows']),
    callbacks: wholeOf(values.callbacks),
    payIns: wholeOf(values['pay-ins']),
    connections: wholeOf(values.connections),
    rounds: wholeOf(values.rounds),
    largeRounds: wholeOf(values['large-rounds']),
    only: values.only.split(',').map(scenarioOf),
    threads: wholeOf(values.threads),
    parts: values.parts,
    profile: values.profile,
  };
}

function wholeOf(written: string): number {
  if (!/^[1-9]\d*$/.test(written)) throw new Error(`${written} is not a whole number above 0`);
  return Number(written);
}

function scenarioOf(written: string): Scenario {
  const found = SCENARIOS.find((name) => name === written);
  if (found === undefined) throw new Error(`--only ${written}: there are ${SCENARIOS.join(', ')}`);
  return found;
}
