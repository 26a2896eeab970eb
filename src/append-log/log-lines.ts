/**
 * The lines of a log. Only a line feed ends a line: the other line ends of Unicode may be in a text, and JSON does not
 * escape them.
 * @param bytes unpacked
 * @throws errors of the bytes
 */
export async function* logLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
