import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../append-log/disk.ts';
import { logLines } from '../append-log/log-lines.ts';
import { unpackGzip } from '../ingest/files/unpack-gzip.ts';
import { answeredStart } from './message-record.ts';

/** A log of pay-in requests, with its hour. */
const NAME = /^pay-ins-(\d{4}-\d\d-\d\d-\d\d)(?:\.\d+)?\.ndjson(?:\.gz)?$/;

/**
 * The calls that the logs of a folder do not have with a response. A call may be logged although its end was not on disk
 * when the program was killed; logged again without the response, an order that the service refused would be pending.
 * @param calls lines without a response
 */
export async function unansweredCalls(
  folder: string,
  calls: readonly string[],
  disk: Disk,
): Promise<readonly string[]> {
  if (calls.length === 0) return [];
  const byTime = Map.groupBy(calls, sentAtOf);
  const first = [...byTime.keys()].map(hourOf).sort()[0]!;
  const names = (await disk.list(folder)).filter((name) => {
    const hour = NAME.exec(name)?.[1];
    return hour !== undefined && hour >= first;
  });
  const answered = new Set<string>();
  for (const name of names) {
    for await (const line of linesOf(join(folder, name))) {
      const call = byTime.get(sentAtOf(line))?.find((one) => line.startsWith(answeredStart(one)));
      if (call !== undefined) answered.add(call);
    }
  }
  return calls.filter((call) => !answered.has(call));
}

/** The lines of a log, which may be packed meanwhile. One that cannot be read has none: capture must start all the same. */
async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    const file = createReadStream(path);
    yield* logLines(path.endsWith('.gz') ? unpackGzip(file) : file);
  } catch {
    if (!path.endsWith('.gz')) yield* linesOf(`${path}.gz`);
  }
}

/** ISO 8601, UTC; '' for a line of another kind. */
function sentAtOf(line: string): string {
  return /^\{"sentAt":"([^"]*)"/.exec(line)?.[1] ?? '';
}

/** As in names of logs: `2026-11-19-13`. */
function hourOf(sentAt: string): string {
  return sentAt.slice(0, 13).replace('T', '-');
}
