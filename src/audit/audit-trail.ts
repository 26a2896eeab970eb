import { sql } from 'kysely';
import { extendTrail } from '../database/locks.ts';
import type { Session } from '../database/store.ts';
import { formatInstant, type Instant, instantOfText, isoInstant } from '../normalise/instant.ts';
import { sha256Of } from '../sha256.ts';
import { auditHead, NO_HASH } from './audit-head.ts';
import { entryJson } from './entry-json.ts';

/** A decision, its author and reason, and the order, region or finding it concerns. */
export interface Decision {
  readonly at: Instant;
  readonly who: string;
  /** A verb: `resolve`, `assign`, `close`, `purge`, … */
  readonly action: string;
  readonly region?: string | null;
  readonly merchantId?: string | null;
  readonly orderNo?: string | null;
  readonly code?: string | null;
  readonly reason?: string | null;
  /** State before and after; stored as JSON. */
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}

/** An entry as it is stored. */
export interface AuditEntry {
  readonly entry: string;
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly region: string | null;
  readonly merchant_id: string | null;
  readonly order_no: string | null;
  readonly code: string | null;
  readonly reason: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

const BLOCK = 1000;

/**
 * Appends decisions to the trail, each chained to the one before, and after them the events that wait in the queue, so
 * that the numbers of decisions do not depend on events. Only within a transaction. Other transactions that append wait
 * until it has ended.
 * @returns the numbers of the decisions' entries, in their order
 */
export async function appendDecisions(session: Session, decisions: readonly Decision[]): Promise<number[]> {
  await extendTrail(session);
  const numbers = await append(session, decisions);
  await appendQueued(session);
  return numbers;
}

/**
 * Moves all events of the queue to the trail. Only within a transaction that holds the trail's lock (see locks.ts).
 * @returns how many
 */
export async function appendQueued(session: Session): Promise<number> {
  const queued = await session.db.deleteFrom('audit_queue').returningAll().execute();
  if (queued.length === 0) return 0;
  queued.sort((a, b) => Number(a.queue_id) - Number(b.queue_id));
  const decisions = queued.map(({ at, who, action, reason, before, after }) => ({
    at: instantOfText(at),
    ...{ who, action, reason },
    before: fieldsOf(before),
    after: fieldsOf(after),
  }));
  await append(session, decisions);
  return queued.length;
}

async function append(session: Session, decisions: readonly Decision[]): Promise<number[]> {
  let { entry, hash } = await auditHead(session);
  const entries = decisions.map((decision) => {
    entry += 1;
    const added = entryOf(decision, entry, hash);
    hash = added.hash;
    return added;
  });
  for (let start = 0; start < entries.length; start += BLOCK) {
    await session.db
      .insertInto('audit_entries')
      .values(entries.slice(start, start + BLOCK))
      .execute();
  }
  return entries.map((added) => Number(added.entry));
}

function fieldsOf(json: string | null): Readonly<Record<string, unknown>> | null {
  return json === null ? null : JSON.parse(json);
}

/** Required hash of an entry: SHA-256 over the previous hash and the entry's fields as a JSON list. */
function entryHash(entry: Omit<AuditEntry, 'hash'>): string {
  const { at, who, action, region, merchant_id, order_no, code, reason, before, after } = entry;
  const fields = [
    entry.previous_hash,
    entry.entry,
    // In the database's format, whose fractions have no trailing zeros.
    isoInstant(at).replace(/(\.\d*[1-9])0+Z$/, '$1Z'),
    who,
    action,
    region,
    merchant_id,
    order_no,
    code,
    reason,
    before,
    after,
  ];
  return sha256Of(JSON.stringify(fields));
}

/** Every entry, in order, in blocks. */
export async function* auditEntries(session: Session): AsyncGenerator<AuditEntry[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<AuditEntry>`
      select entry, at, who, action, region, merchant_id, order_no, code, reason, before, after, previous_hash, hash
      from audit_entries
      where entry > ${last}::bigint
      order by entry
      limit ${BLOCK}`.execute(session.db);
    if (rows.length > 0) yield rows;
    if (rows.length < BLOCK) return;
    last = Number(rows.at(-1)!.entry);
  }
}

/** The first entry that does not follow from those before it: there the trail was changed after it was written. */
export async function findBrokenEntry(
  session: Session,
): Promise<{ readonly entry: number; readonly what: string } | undefined> {
  let expected = { entry: 1, hash: NO_HASH };
  for await (const entries of auditEntries(session)) {
    for (const entry of entries) {
      const number = Number(entry.entry);
      if (number !== expected.entry) return { entry: expected.entry, what: 'the entry is missing' };
      if (entry.previous_hash !== expected.hash) {
        return { entry: number, what: 'it does not follow from the entry before it' };
      }
      const isKept = [entry.before, entry.after].every((json) => typeof entryJson(json) === 'object');
      if (!isKept || entryHash(entry) !== entry.hash)
        return { entry: number, what: 'it is not as it was written' };
      expected = { entry: number + 1, hash: entry.hash };
    }
  }
  return undefined;
}

function entryOf(decision: Decision, entry: number, previous: string): AuditEntry {
  const { region, merchantId, orderNo, code, reason, before, after } = decision;
  const added = {
    entry: String(entry),
    at: formatInstant(decision.at),
    who: decision.who,
    action: decision.action,
    region: region ?? null,
    merchant_id: merchantId ?? null,
    order_no: orderNo ?? null,
    code: code ?? null,
    reason: reason ?? null,
    before: before == null ? null : JSON.stringify(before),
    after: after == null ? null : JSON.stringify(after),
    previous_hash: previous,
  };
  return { ...added, hash: entryHash(added) };
}
