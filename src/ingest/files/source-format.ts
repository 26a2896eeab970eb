import type { Settings } from '../../settings/schema.ts';
import { readColumns } from '../csv/column-plan.ts';
import { detectDialect } from '../csv/dialect.ts';

/** Format of a source: one JSON object per line, or rows under named columns. */
export type SourceFormat = 'lines' | 'csv';

const PACKED = /\.(gz|zst)$/i;
const CSV_FILE = /\.(csv|tsv)$/i;
const LOG_FILE = /\.(ndjson|jsonl|log)$/i;

/** Longest header row, where a source's name does not show its format. */
const SNIFFED_BYTES = 65_536;

/** Format by a file's name, packed or not; undefined for any other name. */
export function formatByName(name: string): SourceFormat | undefined {
  const plain = name.replace(PACKED, '');
  if (CSV_FILE.test(plain)) return 'csv';
  return LOG_FILE.test(plain) ? 'lines' : undefined;
}

/** Whether a file has plain lines, which can be read while more are added. */
export function isPlainLines(name: string): boolean {
  return LOG_FILE.test(name);
}

/** Format of a source: by its name, otherwise CSV if its first line has known columns. */
export async function sniffFormat(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  settings: Settings,
): Promise<{ readonly format: SourceFormat; readonly chunks: AsyncIterable<Uint8Array> }> {
  const named = formatByName(name);
  if (named !== undefined) return { format: named, chunks };
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let first = '';
  let bytes = 0;
  while (!first.includes('\n') && bytes < SNIFFED_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    // A chunk's memory may be reused by its stream.
    const chunk = Uint8Array.prototype.slice.call(next.value);
    taken.push(chunk);
    bytes += chunk.length;
    first = Buffer.concat(taken).toString('utf8');
  }
  const line = first.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '';
  return { format: hasHeader(line, name, settings) ? 'csv' : 'lines', chunks: joined(taken, iterator) };
}

function hasHeader(line: string, name: string, settings: Settings): boolean {
  if (line.trimStart().startsWith('{')) return false;
  const knownOf = (names: readonly string[]) => {
    const { containers, fields } = readColumns(names, name, settings).plan;
    return containers.length + fields.length;
  };
  return knownOf(detectDialect(line, settings, knownOf).names) > 0;
}

async function* joined(
  taken: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* taken;
  try {
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
