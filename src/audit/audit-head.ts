import type { Session } from '../database/store.ts';

/** The newest entry of the trail: its number and hash; 0 and zeros where there is none. */
export interface AuditHead {
  readonly entry: number;
  readonly hash: string;
}

/** Stands for the hash of a trail without an entry. */
export const NO_HASH = '0'.repeat(64);

/** The head of the trail, or of what it was when it had so many entries. */
export async function auditHead(session: Session, upTo?: number): Promise<AuditHead> {
  const query = session.db.selectFrom('audit_entries').select(['entry', 'hash']);
  const row = await (upTo === undefined ? query : query.where('entry', '<=', String(upTo)))
    .orderBy('entry', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? { entry: 0, hash: NO_HASH } : { entry: Number(row.entry), hash: row.hash };
}
