import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import { LATEST } from '../../export/publish/latest-link.ts';
import { readRegular } from '../../export/publish/regular-file.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import { CHECKSUMS, SIGNATURE_END } from '../../settings/name-template.ts';
import { type Checksum, readChecksums } from '../../signing/checksums.ts';
import { fingerprintOf, type PublicKey, readPublicKey, signerOf } from '../../signing/ssh-signature.ts';
import { counted } from '../../terminal-text.ts';
import { type FileInFolder, filesByManifest, measureFile, type Unreadable } from './files-by-manifest.ts';
import { readManifest, readTrouble } from './manifest-file.ts';
import { type Deviation, type Verified, verified } from './verified.ts';

/** A public key of an option: the key itself, or a file with it. Throws KEY_INVALID. */
export async function readVerifyingKey(text: string): Promise<PublicKey> {
  const given = readPublicKey(text);
  if (given !== undefined) return given;
  const content = await readFile(text, 'utf8').catch((error: unknown) => {
    throw new Fault('KEY_INVALID', { where: text, found: readTrouble(error) });
  });
  const key = readPublicKey(content);
  if (key !== undefined) return key;
  throw new Fault('KEY_INVALID', { where: text, expected: 'a line that begins with ssh-ed25519' });
}

/**
 * Verifies folders of files by what is beside them alone: SHA256SUMS of a delivery, or the manifest of a published
 * version; every folder below is checked too. No store and no settings are needed.
 * @param key that must have signed each of them; if absent, it is said who signed
 * @throws Fault SOURCE_NOT_FOUND if there is no such folder, or nothing in it to verify it by
 */
export async function verifyFolder(folder: string, key: PublicKey | undefined): Promise<Verified[]> {
  const results: Verified[] = [];
  await verifyBelow(folder, '.', key, results);
  if (results.some(({ subject }) => subject !== LEFT)) return results;
  const expected = `${CHECKSUMS} or ${MANIFEST}, in it or in a folder below it`;
  throw new Fault('SOURCE_NOT_FOUND', { where: folder, found: 'nothing to verify its files by', expected });
}

/** Subject of files in folders without checksums. */
const LEFT = 'other files';

async function verifyBelow(
  root: string,
  place: string,
  key: PublicKey | undefined,
  results: Verified[],
): Promise<void> {
  const folder = join(root, place);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new Fault('SOURCE_NOT_FOUND', { where: folder, found: readTrouble(error) });
  });
  // `latest` of a published date leads to a version that is verified by itself.
  const own = entries.filter((entry) => !(entry.isSymbolicLink() && entry.name === LATEST));
  const names = own
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  if (names.includes(CHECKSUMS)) results.push(await verifyDelivered(folder, place, names, key));
  else if (names.includes(MANIFEST)) results.push(await verifyPublished(folder, place, names, key));
  else if (names.length > 0)
    results.push(
      verified(
        LEFT,
        `in ${place}`,
        names.map((name) => extra(place, name)),
      ),
    );
  const folders = own.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of folders.sort()) await verifyBelow(root, join(place, name), key, results);
}

async function verifyDelivered(
  folder: string,
  place: string,
  names: readonly string[],
  key: PublicKey | undefined,
): Promise<Verified> {
  const sums = await contentOf(folder, CHECKSUMS);
  if ('trouble' in sums) {
    const what = { what: 'the checksums', expected: 'checksums', actual: sums.trouble };
    return verified(place, `${CHECKSUMS} cannot be read`, [{ where: at(place, CHECKSUMS), ...what }]);
  }
  const { files, wrong } = readChecksums(sums.bytes.toString('utf8'));
  const deviations: Deviation[] = wrong.map((line) => ({
    where: at(place, CHECKSUMS),
    what: 'a line that is no checksum',
    expected: 'SHA-256, two spaces and a name',
    actual: line,
  }));
  for (const file of files) deviations.push(...(await compareChecksum(folder, place, file)));
  const listed = new Set([...files.map(({ name }) => name), CHECKSUMS, CHECKSUMS + SIGNATURE_END]);
  deviations.push(...names.filter((name) => !listed.has(name)).map((name) => extra(place, name)));
  const signed = await verifySignature(folder, place, CHECKSUMS, { names, key });
  for (const { name } of files) {
    const content = name.slice(0, -SIGNATURE_END.length);
    if (!name.endsWith(SIGNATURE_END) || !names.includes(content) || !names.includes(name)) continue;
    deviations.push(...(await verifySignature(folder, place, content, { names, key })).deviations);
  }
  const found = `${counted(files.length, 'file')} by ${CHECKSUMS}; ${signed.said}`;
  return verified(place, found, [...deviations, ...signed.deviations]);
}

async function compareChecksum(
  folder: string,
  place: string,
  { name, sha256 }: Checksum,
): Promise<Deviation[]> {
  const found = await measureFile(folder, name);
  const where = at(place, name);
  if ('trouble' in found)
    return [{ where, what: 'the file', expected: `the file that ${CHECKSUMS} names`, actual: found.trouble }];
  if (found.sha256 === sha256) return [];
  return [{ where, what: `SHA-256, by ${CHECKSUMS}`, expected: sha256, actual: found.sha256 }];
}

async function verifyPublished(
  folder: string,
  place: string,
  names: readonly string[],
  key: PublicKey | undefined,
): Promise<Verified> {
  const manifest = await readManifest(folder);
  if (typeof manifest === 'string') {
    const what = {
      where: at(place, MANIFEST),
      what: 'the manifest',
      expected: 'a manifest',
      actual: manifest,
    };
    return verified(place, `${MANIFEST} cannot be read`, [what]);
  }
  const found = new Map<string, FileInFolder | Unreadable>();
  const { files, datapackage } = manifest;
  for (const { name } of datapackage === undefined ? files : [...files, datapackage])
    found.set(
      name,
      // A name that leads elsewhere is no file of this folder.
      names.includes(name) ? await measureFile(folder, name) : { name, trouble: 'no such file' },
    );
  const others = names.filter((name) => name !== MANIFEST + SIGNATURE_END);
  const signed = await verifySignature(folder, place, MANIFEST, { names, key });
  return verified(place, `${counted(manifest.files.length, 'file')} by ${MANIFEST}; ${signed.said}`, [
    ...filesByManifest(place, manifest, others, found),
    ...signed.deviations,
  ]);
}

interface Signed {
  /** Who signed, or that nobody did. */
  readonly said: string;
  readonly deviations: readonly Deviation[];
}

async function verifySignature(
  folder: string,
  place: string,
  name: string,
  { names, key }: { readonly names: readonly string[]; readonly key: PublicKey | undefined },
): Promise<Signed> {
  const where = at(place, name + SIGNATURE_END);
  const expected = key === undefined ? 'a signature of this content' : `signed by ${fingerprintOf(key)}`;
  const off = (actual: string): Signed => ({
    said: actual,
    deviations: [{ where, what: 'the signature', expected, actual }],
  });
  if (!names.includes(name + SIGNATURE_END))
    return key === undefined ? { said: 'no signature', deviations: [] } : off('no signature');
  const content = await contentOf(folder, name);
  if ('trouble' in content) return off(`${name}: ${content.trouble}`);
  const signature = await contentOf(folder, name + SIGNATURE_END);
  if ('trouble' in signature) return off(signature.trouble);
  const signer = signerOf(content.bytes, signature.bytes.toString('latin1'));
  if (typeof signer === 'string') return off(signer);
  const said = `signed by ${fingerprintOf(signer)}`;
  if (key === undefined)
    return { said: `${said}, which is not known: --key names the key to expect`, deviations: [] };
  return signer.bytes.equals(key.bytes) ? { said, deviations: [] } : off(`${said}, another key`);
}

/** The bytes of a file, or why it cannot be read. */
async function contentOf(
  folder: string,
  name: string,
): Promise<{ readonly bytes: Buffer } | { readonly trouble: string }> {
  try {
    return { bytes: await readRegular(join(folder, name)) };
  } catch (error) {
    return { trouble: readTrouble(error) };
  }
}

function at(place: string, name: string): string {
  return join(place, name);
}

function extra(place: string, name: string): Deviation {
  return {
    where: at(place, name),
    what: 'a file too many',
    expected: 'no file without a checksum',
    actual: 'a file',
  };
}
