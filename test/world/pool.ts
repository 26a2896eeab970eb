/** Everything that has come into being in a world, line by line, and which of it files have had. */
import { type RegionDay, regionDay } from '../../src/simulate/day.ts';
import { draftOrder } from '../../src/simulate/draft.ts';
import { callbackLine, payInLine } from '../../src/simulate/lines.ts';
import { mix32 } from '../../src/simulate/random.ts';
import { SCENARIOS } from '../../src/simulate/scenarios.ts';
import type { Orders, Selection } from './actions.ts';

export interface PoolLine {
  readonly line: string;
  readonly kind: 'pay-in' | 'callback';
  /** When the merchant's log has it, milliseconds since 1970. */
  readonly at: number;
  /** The date of its order. */
  readonly date: string;
  hasBeenRead: boolean;
}

/** Where orders of a date are drawn from; an order is the same whichever others a world has. */
const PLACES = 40;

export class Pool {
  #lines: PoolLine[] = [];
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  add({ date, region, orders, isLocal }: Orders): void {
    const day = regionDay({ date, seed: this.#seed, orders: 2 * PLACES, share: { BR: 1, EG: 1 } }, region);
    for (const { scenario, number } of orders) {
      const position = (number * 7 + 3) % PLACES;
      for (const line of linesOf(day, position, scenario))
        this.#lines.push({
          ...line,
          line: isLocal ? withoutZone(line.line) : line.line,
          date,
          hasBeenRead: false,
        });
    }
  }

  /** The lines of a selection that exist by then; those that are chosen count as read. */
  take({ draw, share, again, kind }: Selection, by: number): string[] {
    const chosen = this.#lines.filter((one, index) => {
      if (one.at > by || (kind !== undefined && one.kind !== kind)) return false;
      return mix32(draw ^ mix32(index + 1)) / 4294967296 < (one.hasBeenRead ? again : share);
    });
    for (const one of chosen) one.hasBeenRead = true;
    // Files are in no order of their own.
    return chosen
      .map(({ line }, index) => ({ line, place: mix32(draw + index) }))
      .sort((one, other) => one.place - other.place)
      .map(({ line }) => line);
  }

  /** Some of the lines that exist by then, whether or not a file has had them. */
  some(draw: number, share: number, by: number): string[] {
    return this.#lines
      .filter(({ at }, index) => at <= by && mix32(draw ^ mix32(index + 1)) / 4294967296 < share)
      .map(({ line }) => line);
  }

  /** What no file has had yet. */
  rest(): string[] {
    const rest = this.#lines.filter(({ hasBeenRead }) => !hasBeenRead);
    for (const one of rest) one.hasBeenRead = true;
    return rest.map(({ line }) => line);
  }

  /** Lines that could not be put into a form of file are still to come. */
  giveBack(lines: readonly string[]): void {
    const back = new Set(lines);
    for (const one of this.#lines) if (back.has(one.line)) one.hasBeenRead = false;
  }

  /** Orders of dates before one are over: nothing of them comes any more. */
  forget(before: string): void {
    this.#lines = this.#lines.filter(({ date }) => date >= before);
  }

  /** When the last thing happened. */
  endsAt(): number {
    return Math.max(0, ...this.#lines.map(({ at }) => at));
  }
}

type Line = Pick<PoolLine, 'line' | 'kind' | 'at'>;

function linesOf({ scene }: RegionDay, position: number, name: string): Line[] {
  scene.random.seek(position);
  const order = draftOrder(scene, position);
  const scenario = SCENARIOS.find((one) => one.name === name)!;
  if (scenario.suits === undefined || scenario.suits(order, scene)) scenario.apply(order, scene);
  const payIns = order.payIns.map((one): Line => {
    return { line: payInLine(order, one, scene.day), kind: 'pay-in', at: one.sentAt * 1000 };
  });
  const callbacks = order.callbacks.flatMap((one): Line[] => {
    const line: Line = {
      line: callbackLine(order, one, scene.day),
      kind: 'callback',
      at: one.receivedAt * 1000,
    };
    return Array.from({ length: one.copies }, () => line);
  });
  return [...payIns, ...callbacks];
}

/** The merchant's own times without their offset. */
function withoutZone(line: string): string {
  return line.replace(/("(?:sentAt|receivedAt)":"[^"]*?)Z"/g, '$1"');
}
