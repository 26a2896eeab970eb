/**
 * Gives the memory of bytes back at once. Left to the garbage collector, blocks that are done with stand about by the
 * dozen, since it counts objects and these are few. Whoever still holds the bytes holds none.
 * @param bytes that have their memory for themselves
 */
export function freeBytes({ buffer }: Uint8Array<ArrayBuffer>): void {
  buffer.transfer(0);
}
