/** The beginning of a stream, and the whole stream with it. */
export interface LookAhead {
  readonly first: Buffer;
  readonly whole: AsyncGenerator<Uint8Array>;
}

/**
 * Reads the beginning of a stream until it is enough to decide by, or the stream ends. The bytes are copied, because
 * streams may reuse the memory of a chunk.
 */
export async function lookAhead(
  chunks: AsyncIterable<Uint8Array>,
  isEnough: (first: Buffer) => boolean,
): Promise<LookAhead> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (!isEnough(first)) {
    const next = await iterator.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  return { first, whole: prepended(first, iterator) };
}

async function* prepended(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // If reading stops at the first bytes, the file must be closed all the same.
    await rest.return?.();
  }
}
