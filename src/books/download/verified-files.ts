import type { BigIntStats } from 'node:fs';
import { identityOf } from '../../sha256.ts';

const MOST_VERIFIED = 10_000;

/** Files whose content was digested and that have not changed since, by device, inode, size and times. */
export interface VerifiedFiles {
  has(found: BigIntStats, sha256: string): boolean;
  add(found: BigIntStats, sha256: string): void;
}

/** An empty memory of verified files; it forgets the oldest of more than 10,000. */
export function verifiedFiles(): VerifiedFiles {
  const verified = new Map<string, string>();
  return {
    has: (found, sha256) => verified.get(identityOf(found)) === sha256,
    add: (found, sha256) => {
      verified.set(identityOf(found), sha256);
      if (verified.size > MOST_VERIFIED) verified.delete(verified.keys().next().value!);
    },
  };
}
