import { join } from 'node:path';
import { sql } from 'kysely';
import { type AuditHead, auditHead } from '../../audit/audit-head.ts';
import { findBrokenEntry } from '../../audit/audit-trail.ts';
import type { Session } from '../../database/store.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { grouped } from '../../terminal-text.ts';
import { newestOfAll } from './known-versions.ts';
import { readManifest } from './manifest-file.ts';
import { unknownVersions } from './unknown-versions.ts';
import type { Verification } from './verification.ts';
import { type Deviation, type Verified, verified } from './verified.ts';

const WHERE = 'audit trail';

const TRAIL_IS_OLDER =
  'The trail is older than versions that the store does not know: after a restore, closings, decisions and purges made since the ' +
  'backup are missing. To do, before the next run: make the closings again first, then the decisions. If another store ' +
  'published the versions, its trail is there.';

interface CheckedTrail {
  readonly trail: Verified;
  /** Whether an entry is not as it was written, so that its texts may be of any form. */
  readonly isBroken: boolean;
}

/**
 * Checks the whole audit trail: every entry follows from the one before it, the newest entry that a run recorded is
 * there, and so are the entries that the newest published version and versions unknown to the store name. The hash chain alone
 * does not show that its end was cut off or that it was rewritten from the start. A head recorded outside the trail does.
 */
export async function checkTrail(verification: Verification): Promise<CheckedTrail> {
  const { session, out, known: checked, version } = verification;
  const head = await auditHead(session);
  const deviations: Deviation[] = [];
  const broken = await findBrokenEntry(session);
  if (broken !== undefined) {
    const what = `entry ${broken.entry}`;
    const expected = 'the entry as it was written, following the previous one';
    deviations.push({ where: WHERE, what, expected, actual: broken.what });
  }
  const known = await newestKnownEntry(session);
  if (known > head.entry) {
    const expected = `${known}, which a run knew`;
    deviations.push({ where: WHERE, what: 'the newest entry', expected, actual: endOf(head) });
  }
  const newest = await newestOfAll(session);
  const isChecked = checked.some(
    (one) => one.run_id === newest?.run_id && (version === undefined || one.version === version),
  );
  if (newest !== undefined && !isChecked) {
    const where = `${newest.date}/${regionFolder(newest.region)}/v${newest.version}`;
    const manifest = await readManifest(join(out, where));
    // A missing or unreadable manifest is reported by the check of its version.
    if (typeof manifest !== 'string' && manifest.audit !== undefined) {
      deviations.push(...(await auditHeadOf(session, manifest.audit, `${where}/${MANIFEST}`)));
    }
  }
  const newer = await headsOfUnknown(verification);
  const remarks = newer.length > 0 ? [TRAIL_IS_OLDER] : [];
  const trail = verified(WHERE, entriesText(head), [...deviations, ...newer], remarks);
  return { trail, isBroken: broken !== undefined };
}

/** What is not in the trail of the heads that unknown versions name: of each date and region, the newest head. */
async function headsOfUnknown(verification: Verification): Promise<Deviation[]> {
  const { session, out } = verification;
  const found: Deviation[] = [];
  for (const { where, versions } of unknownVersions(verification)) {
    let newest: { readonly head: AuditHead; readonly manifest: string } | undefined;
    for (const version of versions) {
      const manifest = `${where}/v${version}/${MANIFEST}`;
      const read = await readManifest(join(out, where, `v${version}`));
      if (typeof read === 'string' || read.audit === undefined) continue;
      if (newest === undefined || read.audit.entry > newest.head.entry)
        newest = { head: read.audit, manifest };
    }
    if (newest !== undefined) found.push(...(await auditHeadOf(session, newest.head, newest.manifest)));
  }
  return found;
}

/** Compares the head of the audit trail in a manifest with the trail itself. */
export async function auditHeadOf(
  session: Session,
  { entry, hash }: AuditHead,
  manifest: string,
): Promise<Deviation[]> {
  const then = await auditHead(session, entry);
  if (then.entry === entry && then.hash === hash) return [];
  const what = `entry ${entry}, which ${manifest} names`;
  const expected = `an entry with the hash ${hash}`;
  if (then.entry === entry) return [{ where: WHERE, what, expected, actual: `the hash ${then.hash}` }];
  return [
    {
      where: WHERE,
      what,
      expected,
      actual: `no such entry: the newest is ${endOf(await auditHead(session))}`,
    },
  ];
}

async function newestKnownEntry(session: Session): Promise<number> {
  const row = await session.db
    .selectFrom('runs')
    .select(sql<string>`coalesce(max(last_entry), 0)`.as('entry'))
    .executeTakeFirstOrThrow();
  return Number(row.entry);
}

function entriesText({ entry }: AuditHead): string {
  return entry === 1 ? '1 entry' : `${grouped(entry)} entries`;
}

function endOf({ entry }: AuditHead): string {
  return entry === 0 ? 'none' : String(entry);
}
