import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { DATE, linesOf } from './days.ts';

/** Files that are equal but for the ends of their lines: first those that show the difference best. */
const EQUAL = ['daily-summary', 'payments-summary', 'orders', 'payments'];
/** Files with as many rows. The ruler does not have the numbers of lines, sentences, and texts of amounts as they were written. */
const AS_MANY = ['amount-mismatches', 'orphan-callbacks', 'stuck-orders'];

/**
 * Throws Error if the program and the ruler that does equal work say something else about the date: sums by outcome and
 * currency, findings by code, or any cell of an order or payment.
 * @param reports the folder of the program's reports
 * @param folders the newest folders that the ruler wrote, one for each region
 */
export async function checkSameDay(reports: string, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) throw new Error('The ruler wrote no files');
  for (const folder of folders) {
    const region = folder.split('/').at(-2)!;
    const ours = join(reports, DATE, region, 'latest');
    const found =
      (await firstDifference(ours, folder, EQUAL)) ??
      (await differingCounts(ours, folder, 'findings', (line) => line.split(',', 1)[0]!));
    if (found !== undefined) throw new Error(`${region}: ${found}`);
    for (const name of AS_MANY) {
      const more = await differingCounts(ours, folder, name, () => 'rows');
      if (more !== undefined) throw new Error(`${region}: ${more}`);
    }
  }
}

async function firstDifference(
  ours: string,
  theirs: string,
  names: readonly string[],
): Promise<string | undefined> {
  for (const name of names) {
    const [one, other] = [ours, theirs].map((folder) => join(folder, `${name}.csv`)) as [string, string];
    if ((await digestOf(one)) === (await digestOf(other))) continue;
    const others = linesOf(other)[Symbol.asyncIterator]();
    let number = 0;
    for await (const line of linesOf(one)) {
      number += 1;
      const { value, done } = await others.next();
      if (done || value !== line)
        return `${name}.csv line ${number}: ${line} by the program, ${value ?? 'none'} by the ruler`;
    }
    return `${name}.csv has ${number} lines by the program, more by the ruler`;
  }
  return undefined;
}

async function differingCounts(
  ours: string,
  theirs: string,
  name: string,
  kindOf: (line: string) => string,
): Promise<string | undefined> {
  const counted = async (folder: string) => {
    const counts = new Map<string, number>();
    for await (const line of linesOf(join(folder, `${name}.csv`))) {
      const kind = kindOf(line);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return counts;
  };
  const [one, other] = [await counted(ours), await counted(theirs)];
  const differing = [...new Set([...one.keys(), ...other.keys()])]
    .sort()
    .filter((kind) => one.get(kind) !== other.get(kind));
  if (differing.length === 0) return undefined;
  return differing
    .map(
      (kind) =>
        `${kind} in ${name}.csv: ${one.get(kind) ?? 0} by the program, ${other.get(kind) ?? 0} by the ruler`,
    )
    .join('; ');
}

/** Digest of a file without its carriage returns: DuckDB ends lines without them. */
async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const text of createReadStream(path, { encoding: 'latin1', highWaterMark: 2 ** 20 }))
    digest.update((text as string).replaceAll('\r', ''), 'latin1');
  return digest.digest('hex');
}
