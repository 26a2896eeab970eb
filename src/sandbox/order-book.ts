import { createReadStream } from 'node:fs';
import { recoverFolder } from '../append-log/complete-files.ts';
import { DISK } from '../append-log/disk.ts';
import { groupCommit } from '../append-log/group-commit.ts';
import { logFolder } from '../append-log/log-folder.ts';
import { logLines } from '../append-log/log-lines.ts';
import { ownFolder } from '../append-log/own-folder.ts';
import { rawJson } from '../contract/json.ts';
import { Fault } from '../errors.ts';
import {
  type KnownOrder,
  keyOfOrder,
  type SandboxDelivery,
  type SandboxOrder,
  type SandboxPayment,
} from './known-order.ts';

/** The orders of a sandbox, kept on disk over restarts. */
export interface OrderBook {
  find(key: Pick<SandboxOrder, 'merchantId' | 'orderNo'>): KnownOrder | undefined;
  findByTrade(tradeNo: string): KnownOrder | undefined;
  /** In the order of their creation. */
  all(): IterableIterator<KnownOrder>;
  /** Number of the next order, from 1. Each call gives another. */
  nextNumber(): number;
  /**
   * Adds an order at once, so that no other takes its number.
   * @returns resolves once it is on disk; an order that cannot be stored is forgotten
   */
  add(order: SandboxOrder, payer: unknown): Promise<KnownOrder>;
  /** Resolves once an order that was added is on disk; rejects where it cannot be stored. */
  stored(known: KnownOrder): Promise<void>;
  /** Adds a payment at once; one that cannot be stored is taken back. */
  addPayment(known: KnownOrder, payment: SandboxPayment): Promise<void>;
  addDelivery(known: KnownOrder, delivery: SandboxDelivery): Promise<void>;
  close(): Promise<void>;
}

interface OrderEntry {
  readonly order: SandboxOrder;
}

/** Of the order with this tradeNo. */
interface PaymentEntry {
  readonly tradeNo: string;
  readonly payment: SandboxPayment;
}

interface DeliveryEntry {
  readonly tradeNo: string;
  readonly delivery: SandboxDelivery;
}

type Entry = OrderEntry | PaymentEntry | DeliveryEntry;

const STEM = 'sandbox';

/**
 * Opens the orders of a folder. Only one process at a time uses it.
 * @throws Fault FOLDER_IN_USE, FOLDER_NOT_WRITABLE
 */
export async function openOrderBook(folder: string): Promise<OrderBook> {
  const unlock = await ownFolder(folder);
  const memory = ordersInMemory();
  try {
    await readOrders(folder, memory);
  } catch (error) {
    unlock();
    throw error;
  }
  const { find, findByTrade, all, nextNumber } = memory;
  /** Orders that are not on disk yet. */
  const storing = new Map<KnownOrder, Promise<void>>();
  const files = logFolder({ folder, stemNow: () => STEM });
  const lines = groupCommit(files.store);
  const write = (entry: Entry) => lines.append(`${JSON.stringify(entry)}\n`);
  return {
    ...{ find, findByTrade, all, nextNumber },
    add: async (order, payer) => {
      const known = memory.keep(order, payer);
      const stored = write({ order });
      storing.set(known, stored);
      try {
        await stored;
      } catch (error) {
        memory.forget(order);
        throw error;
      } finally {
        storing.delete(known);
      }
      return known;
    },
    stored: async (known) => storing.get(known),
    addPayment: async (known, payment) => {
      known.payments.push(payment);
      try {
        await write({ tradeNo: known.order.tradeNo, payment });
      } catch (error) {
        known.payments.splice(known.payments.indexOf(payment), 1);
        throw error;
      }
    },
    addDelivery: async (known, delivery) => {
      known.deliveries.push(delivery);
      await write({ tradeNo: known.order.tradeNo, delivery });
    },
    close: async () => {
      await lines.flush();
      await files.close();
      unlock();
    },
  };
}

interface OrdersInMemory extends Pick<OrderBook, 'find' | 'findByTrade' | 'all' | 'nextNumber'> {
  keep(order: SandboxOrder, payer: unknown): KnownOrder;
  forget(order: SandboxOrder): void;
}

function ordersInMemory(): OrdersInMemory {
  const orders = new Map<string, KnownOrder>();
  const byTrade = new Map<string, KnownOrder>();
  let newest = 0;
  return {
    find: (key) => orders.get(keyOfOrder(key)),
    findByTrade: (tradeNo) => byTrade.get(tradeNo),
    all: () => orders.values(),
    nextNumber: () => {
      newest += 1;
      return newest;
    },
    keep: (order, payer) => {
      const known: KnownOrder = { order, payments: [], deliveries: [], payer };
      orders.set(keyOfOrder(order), known);
      byTrade.set(order.tradeNo, known);
      newest = Math.max(newest, order.number);
      return known;
    },
    forget: (order) => {
      orders.delete(keyOfOrder(order));
      byTrade.delete(order.tradeNo);
    },
  };
}

/**
 * Reads the files of a folder. There are several after an error of the disk, and then neither their names nor their lines
 * are in the order of time.
 */
async function readOrders(folder: string, { keep, findByTrade }: OrdersInMemory): Promise<void> {
  const orders: OrderEntry[] = [];
  const payments: PaymentEntry[] = [];
  const deliveries: DeliveryEntry[] = [];
  const stems = { isOwn: (stem: string) => stem === STEM, isCurrent: () => false };
  const recovered = await recoverFolder(folder, stems, DISK);
  for (const path of recovered.complete) {
    let number = 0;
    for await (const line of logLines(createReadStream(path))) {
      number += 1;
      const entry = entryOf(line, `${path}:${number}`);
      if ('order' in entry) orders.push(entry);
      else if ('payment' in entry) payments.push(entry);
      else deliveries.push(entry);
    }
  }
  orders.sort((one, other) => one.order.number - other.order.number);
  payments.sort((one, other) => one.payment.paidAt - other.payment.paidAt);
  deliveries.sort((one, other) => one.delivery.sentAt - other.delivery.sentAt);
  for (const { order } of orders) keep(order, undefined);
  for (const { tradeNo, payment } of payments) findByTrade(tradeNo)?.payments.push(payment);
  for (const { tradeNo, delivery } of deliveries) findByTrade(tradeNo)?.deliveries.push(delivery);
}

/** @throws Fault SOURCE_BROKEN */
function entryOf(line: string, where: string): Entry {
  try {
    return parseWithSource(line, keepAmount) as Entry;
  } catch (cause) {
    throw new Fault('SOURCE_BROKEN', {
      ...{ where, found: 'not JSON', expected: 'an entry of the sandbox', cause },
      remedy: 'Move the file away to begin without its orders, or name another folder in sandbox.folder.',
    });
  }
}

// The library types of this TypeScript target do not know the reviver's third parameter yet.
const parseWithSource = JSON.parse as (text: string, reviver: typeof keepAmount) => unknown;

/** An amount in a body keeps its digits, so that a callback that is sent again is the same. */
function keepAmount(key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return key === 'amount' && typeof value === 'number' ? rawJson(source!) : value;
}
