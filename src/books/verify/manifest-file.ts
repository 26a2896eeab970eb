import { join } from 'node:path';
import { readRegular } from '../../export/publish/regular-file.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';

/** A file entry of a manifest. A field of the wrong type is undefined. */
export interface NamedFile {
  readonly name: string;
  readonly rows: number | undefined;
  readonly bytes: number | undefined;
  readonly sha256: string | undefined;
}

/** A manifest as read from a folder. */
export interface ManifestFile {
  readonly text: string;
  readonly content: unknown;
  readonly files: readonly NamedFile[];
  /** Its datapackage.json; undefined if the version has none. */
  readonly datapackage: NamedFile | undefined;
  /** The head of the audit trail when the version was made; undefined if the manifest has none. */
  readonly audit: { readonly entry: number; readonly hash: string } | undefined;
}

/** Reads a version's manifest. If that fails, it returns the reason as text. */
export async function readManifest(folder: string): Promise<ManifestFile | string> {
  let text: string;
  try {
    text = (await readRegular(join(folder, MANIFEST))).toString('utf8');
  } catch (error) {
    return readTrouble(error);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
  const { files, audit, datapackage } = fieldsOf(content);
  const { entry, hash } = fieldsOf(audit);
  return {
    text,
    content,
    files: Array.isArray(files) ? files.flatMap(namedFile) : [],
    datapackage: namedFile(datapackage)[0],
    audit: typeof entry === 'number' && typeof hash === 'string' ? { entry, hash } : undefined,
  };
}

/** The reason why a file cannot be read, as text. */
export function readTrouble(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'no such file',
    EACCES: 'no right to read it',
    EISDIR: 'a folder',
    ELOOP: 'a link that leads to itself',
  };
  return reasons[code ?? ''] ?? message;
}

function namedFile(value: unknown): NamedFile[] {
  const { name, rows, bytes, sha256 } = fieldsOf(value);
  if (typeof name !== 'string') return [];
  const number = (field: unknown) => (typeof field === 'number' ? field : undefined);
  return [
    {
      name,
      rows: number(rows),
      bytes: number(bytes),
      sha256: typeof sha256 === 'string' ? sha256 : undefined,
    },
  ];
}

/** The fields of a JSON value; none if it has no fields. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
