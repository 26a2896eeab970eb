/** Milliseconds. A timer of Node that is set to more ends at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
