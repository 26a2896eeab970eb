/** A file of a folder, as a list of checksums names it. */
export interface Checksum {
  readonly name: string;
  readonly sha256: string;
}

/** A list of checksums as sha256sum writes it, sorted by name: `sha256sum -c` accepts it. */
export function checksumsText(files: readonly Checksum[]): string {
  return [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');
}

/** Reads a list of checksums; lines of another form are given as they are. */
export function readChecksums(text: string): { readonly files: Checksum[]; readonly wrong: string[] } {
  const files: Checksum[] = [];
  const wrong: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, sha256, name] = /^([0-9a-f]{64}) [ *]([^/\\\0]+)$/.exec(line) ?? [];
    if (sha256 !== undefined && name !== undefined) files.push({ name, sha256 });
    else if (line !== '') wrong.push(line);
  }
  return { files, wrong };
}
