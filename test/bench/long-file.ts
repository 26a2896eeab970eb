import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, createReadStream, createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { filesDigest } from '../../src/export/publish/versions.ts';
import { DATE } from './days.ts';
import type { PageStore } from './page-data.ts';

interface Manifest {
  date: string;
  files: Array<{ name: string; rows: number; bytes: number; sha256: string }>;
}

const REGION = 'BR';
const FILE = 'orders.csv';

/**
 * Publishes a long file for a date that has none on disk: the rows of the newest date's orders.csv, again and again. The
 * manifest and the store say its size and digest, so that a download checks it like any other.
 * @returns its path and the address of its download
 */
export async function publishLongFile(
  { environment, out }: PageStore,
  date: string,
  rows: number,
): Promise<{ readonly path: string; readonly address: string }> {
  const folder = join(out, date, REGION, 'v1');
  const source = join(out, DATE, REGION, 'v1');
  rmSync(folder, { recursive: true, force: true });
  cpSync(source, folder, { recursive: true, filter: (path) => !path.endsWith(FILE) });
  const path = join(folder, FILE);
  const manifest = JSON.parse(readFileSync(join(source, 'manifest.json'), 'utf8')) as Manifest;
  const written = { name: FILE, rows, ...(await repeat(join(source, FILE), path, rows)) };
  manifest.date = date;
  manifest.files = manifest.files.map((file) => (file.name === FILE ? written : file));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const client = new pg.Client(environment.DATABASE_URL);
  await client.connect();
  await client.query('update versions set files_sha256 = $1 where date = $2 and region = $3', [
    filesDigest(manifest.files),
    date,
    REGION,
  ]);
  await client.end();
  return { path, address: `/download/${REGION}/${date}/v1/${FILE}` };
}

/** Writes the header of a CSV without line breaks in cells, and its rows until there are enough. */
async function repeat(from: string, to: string, rows: number): Promise<{ bytes: number; sha256: string }> {
  const text = readFileSync(from, 'utf8');
  const begin = text.indexOf('\n') + 1;
  const lines = text.slice(begin).split(/(?<=\n)/);
  const hash = createHash('sha256');
  let bytes = 0;
  const file = createWriteStream(to);
  const write = async (block: string) => {
    hash.update(block);
    bytes += Buffer.byteLength(block);
    if (!file.write(block)) await once(file, 'drain');
  };
  await write(text.slice(0, begin));
  for (let left = rows; left > 0; left -= lines.length) await write(lines.slice(0, left).join(''));
  file.end();
  await once(file, 'close');
  return { bytes, sha256: hash.digest('hex') };
}

/** Reads a file to its end as a process simply does. Returns the seconds that it took. */
export async function plainReading(path: string): Promise<number> {
  const start = performance.now();
  for await (const _block of createReadStream(path));
  return (performance.now() - start) / 1000;
}
