/**
 * Sorts items approximately by time in constant memory. It holds up to `capacity` items and returns the earliest when
 * full. Items that fit together are sorted exactly; at the same instant the smaller item comes first. Items are
 * numbers, so that many of them cost the garbage collector nothing.
 */
export interface TimeOrder {
  /** Adds an item with its instant (any unit). Returns the earliest item once more than `capacity` are held. */
  push(at: number, item: number): number | undefined;
  /** The earliest item; undefined if none is left. */
  pop(): number | undefined;
}

/** Creates an empty binary heap. */
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
