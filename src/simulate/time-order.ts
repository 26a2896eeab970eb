/**
 * Puts items roughly in time order with constant memory: holds up to `capacity` of them and gives out the
 * earliest when full. What fits is ordered exactly; of the same instant the lesser item comes first.
 * Items are numbers, so that many can be held at no cost to the garbage collector.
 */
export interface TimeOrder {
  /** Takes an item of an instant (any unit); returns the earliest held one once more than `capacity` are held. */
  push(at: number, item: number): number | undefined;
  /** The earliest held item; undefined when none is left. */
  pop(): number | undefined;
}

/** An empty binary heap. */
export function createTimeOrder(capacity: number): TimeOrder {
  const instants = new Float64Array(capacity + 1);
  const items = new Float64Array(capacity + 1);
  let held = 0;

  function isBefore(at: number, item: number, position: number): boolean {
    return at < instants[position]! || (at === instants[position]! && item < items[position]!);
  }
  function place(position: number, at: number, item: number): void {
    instants[position] = at;
    items[position] = item;
  }
  function siftUp(from: number, at: number, item: number): void {
    let position = from;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      if (!isBefore(at, item, parent)) break;
      place(position, instants[parent]!, items[parent]!);
      position = parent;
    }
    place(position, at, item);
  }
  function siftDown(at: number, item: number): void {
    let position = 0;
    for (;;) {
      let child = position * 2 + 1;
      if (child >= held) break;
      if (child + 1 < held && isBefore(instants[child + 1]!, items[child + 1]!, child)) child += 1;
      if (isBefore(at, item, child)) break;
      place(position, instants[child]!, items[child]!);
      position = child;
    }
    place(position, at, item);
  }
  function pop(): number | undefined {
    if (held === 0) return undefined;
    const first = items[0]!;
    held -= 1;
    if (held > 0) siftDown(instants[held]!, items[held]!);
    return first;
  }
  return {
    push(at, item) {
      held += 1;
      siftUp(held - 1, at, item);
      return held > capacity ? pop() : undefined;
    },
    pop,
  };
}
