/** From the first to before the last; epoch seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What is left of a stretch, in its order. */
export function without(whole: Stretch, empty: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  let from = whole.from;
  for (const one of empty.toSorted((a, b) => a.from - b.from)) {
    const to = Math.min(one.from, whole.to);
    if (from < to) left.push({ from, to });
    from = Math.max(from, one.to);
  }
  if (from < whole.to) left.push({ from, to: whole.to });
  return left;
}

/** Those that touch as one, in their order: the same whichever file came first. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const one of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last === undefined || last.to < one.from) all.push(one);
    else all[all.length - 1] = { from: last.from, to: Math.max(last.to, one.to) };
  }
  return all;
}

/** The first of stretches as {@link joined} gives them that ends after a moment; undefined if none does. */
export function endingAfter(stretches: readonly Stretch[], moment: number): Stretch | undefined {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stretches[middle]!.to <= moment) low = middle + 1;
    else high = middle;
  }
  return stretches[low];
}
