import type { OrderStory } from '../books/order/order-story.ts';
import { knownStories } from '../books/order/read-story.ts';
import { libraryCall } from '../caller.ts';
import { COMMON, checkArguments, needed, TEXT } from './arguments.ts';
import { type CommonOptions, settingsOf, withStoreOf } from './options.ts';

/** Options of `order`. */
export interface OrderOptions extends CommonOptions {
  /** The order number as in the log. */
  readonly orderNo: string;
  /** Only this merchant's order; by default the orders of all merchants. */
  readonly merchant?: string | undefined;
}

const CALL = libraryCall('order');

/**
 * Returns everything known about an order, in time order: requests, answers, callbacks, rows of statements with their
 * payouts, verdicts and decisions. The result has one entry for each merchant with an order of that number.
 * @throws Fault ARGUMENT_INVALID, ORDER_UNKNOWN
 * @example const [story] = await order({ orderNo: 'BR0000001234', settings });
 */
export async function order(options: OrderOptions): Promise<OrderStory[]> {
  checkArguments(CALL, options, { ...COMMON, orderNo: needed(TEXT), merchant: TEXT });
  const { orderNo, merchant } = options;
  const settings = settingsOf(options);
  return withStoreOf(options, settings, (store) =>
    store.session((session) => knownStories(session, settings, orderNo, merchant)),
  );
}
