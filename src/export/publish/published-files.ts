import { join } from 'node:path';
import { sha256Of } from '../../sha256.ts';
import { DATAPACKAGE } from './datapackage.ts';
import { readRegular } from './regular-file.ts';
import { MANIFEST, type WrittenFile } from './version-files.ts';
import { filesDigest, type Version } from './versions.ts';

/** The files of a version, as its manifest lists them. */
export interface PublishedFiles {
  /** Of all its files; the manifest is the last. */
  readonly names: readonly string[];
  readonly files: readonly WrittenFile[];
  /** SHA-256 of its datapackage.json; undefined if it has none. */
  readonly datapackage: string | undefined;
  /** The text of the manifest. */
  readonly text: string;
}

/**
 * Reads which files a version has from the manifest in its folder.
 * @returns undefined if the manifest is missing or does not list the files that were published. Of a version from before the
 * digest of its files was kept, every readable manifest counts.
 */
export async function readPublishedFiles(
  folder: string,
  { files_sha256, adopted_entry, manifest_sha256 }: Version,
): Promise<PublishedFiles | undefined> {
  try {
    const text = (await readRegular(join(folder, MANIFEST))).toString('utf8');
    const isAdopted = adopted_entry !== null;
    if (isAdopted && sha256Of(text) !== manifest_sha256) return undefined;
    const { files, datapackage } = JSON.parse(text) as {
      files: readonly WrittenFile[];
      datapackage?: { readonly sha256: string };
    };
    // An earlier program counted datapackage.json among the files of what it adopted; the manifest's own digest suffices.
    if (!isAdopted && files_sha256 !== null && filesDigest(files) !== files_sha256) return undefined;
    const described = datapackage === undefined ? [] : [DATAPACKAGE];
    const names = [...files.map(({ name }) => name), ...described, MANIFEST];
    return { names, files, datapackage: datapackage?.sha256, text };
  } catch {
    return undefined;
  }
}

/** SHA-256 of a file; undefined if it cannot be read or is no regular file. */
export async function digestIn(folder: string, name: string): Promise<string | undefined> {
  try {
    return sha256Of(await readRegular(join(folder, name)));
  } catch {
    return undefined;
  }
}
