import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { chunksOf } from '../../export/publish/regular-file.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import { RowCounter } from './csv-rows.ts';
import { type ManifestFile, type NamedFile, readTrouble } from './manifest-file.ts';
import type { Deviation } from './verified.ts';

/** The size, rows and digest of a version's file. */
export interface FileInFolder {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Rows of a CSV, without its header. Undefined for other formats, which would have to be unpacked to count them. */
  readonly rows: number | undefined;
}

/** A file that exists but cannot be read, with the reason. */
export interface Unreadable {
  readonly name: string;
  readonly trouble: string;
}

/** Measures a regular file in one pass, in blocks. */
export async function measureFile(folder: string, name: string): Promise<FileInFolder | Unreadable> {
  const digest = createHash('sha256');
  const counter = name.endsWith('.csv') ? new RowCounter() : undefined;
  let bytes = 0;
  try {
    for await (const block of chunksOf(join(folder, name))) {
      digest.update(block);
      counter?.add(block);
      bytes += block.length;
    }
  } catch (error) {
    return { name, trouble: readTrouble(error) };
  }
  return { name, bytes, sha256: digest.digest('hex'), rows: counter?.rows };
}

/** Measures the files of a version's folder, by their names; its manifest is none of them. */
export async function measureFiles(
  folder: string,
  names: readonly string[],
): Promise<Map<string, FileInFolder | Unreadable>> {
  const found = new Map<string, FileInFolder | Unreadable>();
  for (const name of names) if (name !== MANIFEST) found.set(name, await measureFile(folder, name));
  return found;
}

/**
 * Compares a version's files with its manifest. Every file in the manifest must exist with the recorded length, rows
 * and SHA-256. No other file may exist.
 * @param where the version's folder, as deviations name it
 */
export function filesByManifest(
  where: string,
  manifest: ManifestFile,
  entries: readonly string[],
  found: ReadonlyMap<string, FileInFolder | Unreadable>,
): Deviation[] {
  const files = [...manifest.files, ...(manifest.datapackage === undefined ? [] : [manifest.datapackage])];
  const named = new Map(files.map((file) => [file.name, file]));
  const strangers = entries.filter((name) => name !== MANIFEST && !named.has(name));
  return [
    ...files.flatMap((file) => compareFile(`${where}/${file.name}`, file, found.get(file.name))),
    ...strangers.map((name) => ({
      where: `${where}/${name}`,
      what: 'a file too many',
      expected: 'no file that the manifest does not name',
      actual: 'a file',
    })),
  ];
}

function compareFile(
  where: string,
  { rows, bytes, sha256 }: NamedFile,
  found: FileInFolder | Unreadable | undefined,
): Deviation[] {
  if (found === undefined || 'trouble' in found) {
    const expected = 'the file that the manifest names';
    return [{ where, what: 'the file', expected, actual: found?.trouble ?? 'no such file' }];
  }
  const fields = [
    ['bytes, by the manifest', bytes, found.bytes],
    ['rows, by the manifest', rows, found.rows ?? rows],
    ['SHA-256, by the manifest', sha256, found.sha256],
  ] as const;
  return fields
    .filter(([, expected, actual]) => expected !== actual)
    .map(([what, expected, actual]) => ({
      where,
      what,
      expected: String(expected ?? 'not said'),
      actual: String(actual),
    }));
}
