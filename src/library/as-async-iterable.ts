/**
 * Turns a function that emits items into an async iterable. Each item waits until it is asked for. If the caller leaves
 * the loop early, or throws an error into it, the next `give` fails, so that the function can roll back and close what it
 * has opened; the loop ends after that.
 */
export async function* asAsyncIterable<T>(
  produce: (give: (item: T) => Promise<void>) => Promise<void>,
): AsyncGenerator<T> {
  const { readable, writable } = new TransformStream<T, T>();
  const writer = writable.getWriter();
  const producing = produce((item) => writer.write(item))
    .then(
      () => writer.close(),
      (error) => writer.abort(error),
    )
    // The reader gets this error from the stream. A reader that has left does not need it.
    .catch(() => undefined);
  try {
    // yield* would answer an error that the reader throws in with one of its own: streams have no `throw`.
    for await (const item of readable) yield item;
  } finally {
    await producing;
  }
}
