import { zoneDay } from './calendar.ts';
import { draftOrder, numberingOf } from './draft.ts';
import { callbackLine, payInLine } from './lines.ts';
import type { Order, Scene } from './order.ts';
import { createRandom } from './random.ts';
import { REGIONS, type RegionCode } from './regions.ts';
import type { Scenario } from './scenario.ts';
import { PAID, scenarioChooser } from './scenarios.ts';
import { createTimeOrder } from './time-order.ts';
import { requestTimes } from './volume.ts';

export interface DayOptions {
  /** Local date of every order in its own region's zone, yyyy-MM-dd. */
  readonly date: string;
  /** Any safe integer. The same seed gives the same bytes. */
  readonly seed: number;
  /** Number of orders in both regions together. */
  readonly orders: number;
  /** Ratio of the orders of the regions, in any unit; default 60 to 40. */
  readonly share?: { readonly BR: number; readonly EG: number };
  /** `clean`: only orders that are paid as requested or never paid; default `all`. */
  readonly scenarios?: 'all' | 'clean';
}

export type LogFile = 'pay-ins' | 'callbacks';

export interface LogLine {
  readonly file: LogFile;
  readonly region: RegionCode;
  /** The text without its line feed. */
  readonly line: string;
}

/** One region's part of a day. Each of its orders can be generated on its own. */
export interface RegionDay {
  readonly region: RegionCode;
  /** Number of orders in the region. Their indexes start at 0. */
  readonly orders: number;
  readonly scene: Scene;
  /** Generates order `index` and its scenario. They depend only on the options and the index. */
  order(index: number): { readonly order: Order; readonly scenario: Scenario };
}

/** One region's orders of a simulated day. Throws DATE_INVALID for an invalid date. */
export function regionDay(options: DayOptions, region: RegionCode): RegionDay {
  const profile = REGIONS[region];
  const day = zoneDay(options.date, profile.zone);
  const random = createRandom(options.seed, region === 'BR' ? 0 : 1);
  const share = options.share ?? { BR: 60, EG: 40 };
  const brazil = Math.round((options.orders * share.BR) / (share.BR + share.EG));
  const orders = region === 'BR' ? brazil : options.orders - brazil;
  const choose = scenarioChooser(region, options.seed, options.scenarios ?? 'all');
  const scene: Scene = {
    region: profile,
    day,
    random,
    orders,
    numbering: numberingOf(options.date, region, options.seed),
    requestTime: requestTimes(day, profile.hourWeights),
  };
  return {
    region,
    orders,
    scene,
    order(index) {
      random.seek(index);
      const order = draftOrder(scene, index);
      const chosen = choose(index);
      const scenario = chosen.suits === undefined || chosen.suits(order, scene) ? chosen : PAID;
      scenario.apply(order, scene);
      return { order, scenario };
    },
  };
}

/** A line with its position in the day: the index of the order that was being generated. */
export interface PlacedLine extends LogLine {
  readonly position: number;
}

const CALLBACKS_HELD = 65_536;
// More callbacks than any order has.
const CALLBACKS_PER_ORDER = 8;

/**
 * Generates the lines of one region. Pay-ins are in the order of their requests. Callbacks are in the order of receipt,
 * as far as a buffer of fixed size allows. The buffer holds only the number of a waiting callback, and the callback is
 * generated again when it is written. `onOrder` is called once for every order.
 */
export function* regionLines(
  regionDay: RegionDay,
  onOrder?: (order: Order, scenario: Scenario) => void,
): Generator<PlacedLine> {
  const { region, scene, orders } = regionDay;
  const held = createTimeOrder(CALLBACKS_HELD);
  const callbackAt = (place: number, position: number): PlacedLine => {
    const { order } = regionDay.order(Math.floor(place / CALLBACKS_PER_ORDER));
    const callback = order.callbacks[place % CALLBACKS_PER_ORDER]!;
    return { file: 'callbacks', region, line: callbackLine(order, callback, scene.day), position };
  };
  for (let position = 0; position < orders; position += 1) {
    const { order, scenario } = regionDay.order(position);
    onOrder?.(order, scenario);
    for (const payIn of order.payIns) {
      yield { file: 'pay-ins', region, line: payInLine(order, payIn, scene.day), position };
    }
    for (let number = 0; number < order.callbacks.length; number += 1) {
      const { receivedAt, receivedMilliseconds, copies } = order.callbacks[number]!;
      for (let copy = 0; copy < copies; copy += 1) {
        const at = receivedAt * 1000 + receivedMilliseconds;
        const place = held.push(at, position * CALLBACKS_PER_ORDER + number);
        if (place !== undefined) yield callbackAt(place, position);
      }
    }
  }
  for (let place = held.pop(); place !== undefined; place = held.pop()) yield callbackAt(place, orders - 1);
}

/** Every line of the day, first Brazil's, then Egypt's; in the order of each file of `writeDay`. */
export function* dayLines(options: DayOptions): Generator<LogLine> {
  yield* regionLines(regionDay(options, 'BR'));
  yield* regionLines(regionDay(options, 'EG'));
}
