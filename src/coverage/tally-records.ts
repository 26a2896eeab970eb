/** Records are counted in slots of five minutes. */
export const SLOT_SECONDS = 300;

/** The records of a slot that has any. Epoch seconds. */
export interface SlotCount {
  /** When it begins. */
  readonly at: number;
  readonly records: number;
  /** The second of the first and the last record. */
  readonly first: number;
  readonly last: number;
}

/** A stretch between two records of a kind, with none of it in between. Epoch seconds. */
export interface Silence {
  readonly from: number;
  readonly to: number;
  /** How many records end it, if they are those of one second between two silences; infinite otherwise. */
  readonly ended: number;
}

/** How many records of a kind a region has, and when. */
export class Tally {
  /** When the first record is known to have been, also one that is not in the slots; infinite without one. */
  readonly begins: number;
  readonly #slots: readonly SlotCount[];
  readonly #before: number[] = [0];

  /**
   * @param slots in their order
   * @param begins the first record of all, if the slots do not go back to it
   */
  constructor(slots: readonly SlotCount[], begins = slots[0]?.first ?? Number.POSITIVE_INFINITY) {
    this.#slots = slots;
    this.begins = begins;
    for (const { records } of slots) this.#before.push(this.#before.at(-1)! + records);
  }

  /** The second of the last record; minus infinity without one. */
  get ends(): number {
    return this.#slots.at(-1)?.last ?? Number.NEGATIVE_INFINITY;
  }

  /** How many records there are in a stretch. Those of a slot that is cut are taken to be spread evenly. */
  between(from: number, to: number): number {
    return Math.max(0, this.#until(to) - this.#until(from));
  }

  /** The stretches between two records that last longer than a slot, and end after a moment. */
  *silences(after: number): Generator<Silence> {
    for (let index = 1; index < this.#slots.length; index += 1) {
      const before = this.#slots[index - 1]!;
      const next = this.#slots[index]!;
      if (next.first - before.last <= SLOT_SECONDS || next.first <= after) continue;
      const ended = next.first === next.last ? next.records : Number.POSITIVE_INFINITY;
      yield { from: before.last, to: next.first, ended };
    }
  }

  #until(moment: number): number {
    let low = 0;
    let high = this.#slots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#slots[middle]!.at < moment) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    const last = this.#slots[low - 1]!;
    if (moment > last.last) return this.#before[low]!;
    const share = Math.max(0, moment - last.first) / Math.max(1, last.last - last.first);
    return this.#before[low - 1]! + last.records * share;
  }
}
