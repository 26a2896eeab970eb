/**
 * Gives the memory of bytes back at once. Left to the garbage collector, blocks that are done with stand about by the
 * dozen, since it counts objects and these are few. Whoever still holds the bytes holds none.
 * @throws Error for bytes that share their memory with others
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  if (byteLength !== buffer.byteLength) throw new Error('bytes that share their memory are not given back');
  buffer.transfer(0);
}
