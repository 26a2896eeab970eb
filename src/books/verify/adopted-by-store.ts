import { createHash } from 'node:crypto';
import { FACTS } from '../../../reports/all.ts';
import type { Session } from '../../database/store.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import type { Deviation } from './verified.ts';
import { type ByStore, otherFacts, type PublishedVersion, reportsByStore } from './version-by-store.ts';

/**
 * Compares the facts of an adopted version with those that the store produces. Compares its manifest with the digest
 * recorded at adoption; the other files in the folder are checked against the manifest.
 */
export async function adoptedByStore(session: Session, published: PublishedVersion): Promise<ByStore> {
  const { version, where, manifest } = published;
  const { deviations, facts } = await reportsByStore(session, published, FACTS);
  return {
    deviations: [
      ...deviations,
      ...otherFacts(where, version, facts),
      ...(manifest === undefined ? [] : otherManifest(`${where}/${MANIFEST}`, version, manifest)),
    ],
    makesItsFacts: facts === version.facts_sha256,
  };
}

/** SHA-256 of a manifest as it was read. */
export function manifestDigest({ text }: { readonly text: string }): string {
  return createHash('sha256').update(text).digest('hex');
}

function otherManifest(
  where: string,
  { manifest_sha256 }: PublishedVersion['version'],
  manifest: { readonly text: string },
): Deviation[] {
  const actual = manifestDigest(manifest);
  if (actual === manifest_sha256) return [];
  return [{ where, what: 'SHA-256', expected: `${manifest_sha256}, kept when it was adopted`, actual }];
}
