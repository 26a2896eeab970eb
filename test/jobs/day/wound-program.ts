/**
 * Loaded before the program (`--import`), so that its clock and its schedule go as the process says that has started it.
 * The clock stands still in between. Timers of the schedule and minutes of the page's housekeeping end by this clock; limits
 * of time on the network and of the database stay real, so that nothing depends on the speed of the machine.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import type { Measured, Order } from './program.ts';

const MINUTE = 60_000;

class WoundTimer {
  readonly callback: () => void;
  /** Milliseconds until it is due again; absent: it is due once. */
  readonly every: number | undefined;
  dueAt: number;

  constructor(callback: () => void, dueAt: number, every?: number) {
    this.callback = callback;
    this.dueAt = dueAt;
    this.every = every;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }
}

const timers = new Set<WoundTimer>();
let at = Number(process.env['TEST_WOUND_AT']);

// The threads that parse lines read no clock.
if (isMainThread) {
  windDate();
  windTimers();
  process.on('message', (order: Order) => void obey(order));
  process.channel!.unref();
}

/** Only what is asked for the present is different; times that are given are the same. */
function windDate(): void {
  Date.now = () => at;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [at] : given, made),
  });
}

function windTimers(): void {
  const real = { setTimeout, setInterval, clearTimeout, clearInterval };
  const wind = (callback: () => void, milliseconds: number, every?: number) => {
    const timer = new WoundTimer(callback, at + milliseconds, every);
    timers.add(timer);
    return timer;
  };
  const replaced = {
    setTimeout: (callback: () => void, milliseconds = 0, ...given: []) =>
      isOfSchedule() ? wind(callback, milliseconds) : real.setTimeout(callback, milliseconds, ...given),
    setInterval: (callback: () => void, milliseconds = 0, ...given: []) =>
      milliseconds >= MINUTE
        ? wind(callback, milliseconds, milliseconds)
        : real.setInterval(callback, milliseconds, ...given),
    clearTimeout: (timer?: NodeJS.Timeout | WoundTimer) =>
      timer instanceof WoundTimer ? timers.delete(timer) : real.clearTimeout(timer),
    clearInterval: (timer?: NodeJS.Timeout | WoundTimer) =>
      timer instanceof WoundTimer ? timers.delete(timer) : real.clearInterval(timer),
  };
  Object.assign(globalThis, replaced);
}

function isOfSchedule(): boolean {
  return /[\\/]schedule[\\/]schedule\.ts/.test(new Error().stack ?? '');
}

async function obey(order: Order): Promise<void> {
  if (order.windTo === undefined) process.send!(await measured());
  else {
    await windTo(order.windTo);
    process.send!({});
  }
}

/** Ends timers one after another as they are due, each at its time. */
async function windTo(end: number): Promise<void> {
  for (;;) {
    const [next] = [...timers].sort((one, other) => one.dueAt - other.dueAt);
    if (next === undefined || next.dueAt > end) break;
    at = Math.max(at, next.dueAt);
    if (next.every === undefined) timers.delete(next);
    else next.dueAt += next.every;
    next.callback();
    await turn();
  }
  at = end;
}

async function measured(): Promise<Measured> {
  // What is freed by callbacks of the first collection is collected by the second.
  for (let times = 0; times < 3; times += 1) {
    global.gc!();
    await turn();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heapUsed, arrayBuffers, timers: timers.size, resources: process.getActiveResourcesInfo() };
}
