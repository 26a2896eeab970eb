/** Replaces bytes that are invalid in their encoding. */
export const UNDECODABLE = '\ufffd';

/** A file's bytes as UTF-8. What cannot be decoded becomes {@link UNDECODABLE}; UTF-8 stays as it is. */
export async function* asUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  if (decoder.encoding === 'utf-8') {
    yield* chunks;
    return;
  }
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield Buffer.from(text, 'utf8');
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest, 'utf8');
}
