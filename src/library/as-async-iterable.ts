/**
 * What a function gives item by item, as something to loop over: each item waits until it is asked for. Who leaves
 * the loop early makes the next `give` fail, so that the function undoes and closes what it has; the loop ends after it.
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
    // Reading throws what went wrong; to whoever reads no more it is of no interest.
    .catch(() => undefined);
  try {
    yield* readable;
  } finally {
    await producing;
  }
}
