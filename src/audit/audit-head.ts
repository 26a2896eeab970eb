import type { Session } from '../database/store.ts';

/** Number and hash of the newest entry of the trail; 0 and zeros where there is none. */
export interface AuditHead {
  readonly entry: number;
  readonly hash: string;
}

/** Hash of a trail without entries. */
export const NO_HASH = '0'.repeat(64);

/** Head of the trail, or of its first entries up to a number. */
export async function auditHead(session: Session, upTo?: number): Promise<AuditHead> {
  const query = session.db.selectFrom('audit_entries').select(['entry', 'hash']);
  const row = await (upTo === undefined ? query : query.where('entry', '<=', String(upTo)))
    .orderBy('entry', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? { entry: 0, hash: NO_HASH } : { entry: Number(row.entry), hash: row.hash };
}
