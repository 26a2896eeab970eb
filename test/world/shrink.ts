/** Makes a world that fails smaller: fewer actions, then fewer orders, as long as it fails in the same way. */
import type { Action } from './actions.ts';
import type { Played } from './play.ts';

/** Each try plays a world; what is left then is small enough to read. */
const MOST_TRIES = 120;

type Failure = NonNullable<Played['failure']>;

export async function shrink(
  actions: readonly Action[],
  { step, error }: Failure,
  playAll: (actions: readonly Action[]) => Promise<Played>,
): Promise<readonly Action[]> {
  const kind = kindOf(error);
  let tries = 0;
  const fails = async (some: readonly Action[]) => {
    tries += 1;
    const { failure } = await playAll(some);
    return failure !== undefined && kindOf(failure.error) === kind;
  };
  let left = actions.slice(0, step);
  for (let size = Math.ceil(left.length / 2); size >= 1 && tries < MOST_TRIES; size = Math.floor(size / 2)) {
    for (let from = left.length - size; from > -size && tries < MOST_TRIES; from -= size) {
      const fewer = [...left.slice(0, Math.max(0, from)), ...left.slice(from + size)];
      if (fewer.length < left.length && (await fails(fewer))) left = fewer;
    }
  }
  return fewerOrders(left, fails, () => tries < MOST_TRIES);
}

async function fewerOrders(
  actions: readonly Action[],
  fails: (some: readonly Action[]) => Promise<boolean>,
  goesOn: () => boolean,
): Promise<readonly Action[]> {
  let left = actions;
  for (const [index, action] of actions.entries()) {
    if (action.do !== 'orders') continue;
    for (const order of action.orders) {
      const fewer = left.map((one, place) =>
        place === index && one.do === 'orders'
          ? { ...one, orders: one.orders.filter((other) => other !== order) }
          : one,
      );
      if (goesOn() && (await fails(fewer))) left = fewer;
    }
  }
  return left;
}

/** The first words of what went wrong, without what names dates, orders or numbers. */
function kindOf({ message }: Error): string {
  return message
    .split('\n')[0]!
    .replace(/\d+/g, 'N')
    .replace(/[A-Z]{2,}[A-Z0-9_]*/g, 'X');
}
