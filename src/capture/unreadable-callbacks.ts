import { groupCommit, type StoreLines } from '../append-log/group-commit.ts';
import { isJsonObject } from '../contract/json.ts';
import { readCallback } from '../contract/read-bodies.ts';
import type { Store } from '../database/store.ts';
import { isTooLong } from '../normalise/identify.ts';
import { normaliseLine } from '../normalise/normalise-line.ts';
import { REJECTIONS } from '../normalise/rejection.ts';
import type { Settings } from '../settings/schema.ts';
import type { LoggedBody } from './message-record.ts';

/** Callbacks of which the database would keep only why they belong to no order. */
export interface UnreadableCallbacks {
  /** Why the record of a callback is rejected, as `no order number or merchant`; undefined if it is not. */
  reason(line: string, body: LoggedBody): string | undefined;
  /** Keeps a record as rejected, unless one of the same body was kept before: the service sends what was refused again. */
  append(line: string, body: LoggedBody): Promise<void>;
  flush(): Promise<void>;
}

/** As a name of known_rejects; no name of a source. */
const NAME = 'capture --store';
const DIGEST_LENGTH = 64;

/** @param keep keeps lines in the database */
export function unreadableCallbacks(store: Store, settings: Settings, keep: StoreLines): UnreadableCallbacks {
  const lines = groupCommit(async (entries) => {
    const fresh = new Map(entries.map((one) => [one.slice(0, DIGEST_LENGTH), one.slice(DIGEST_LENGTH)]));
    for (const digest of await knownOf(store, [...fresh.keys()])) fresh.delete(digest);
    if (fresh.size === 0) return;
    await keep([...fresh.values()]);
    // After that: a record that is counted twice is better than one that is never counted.
    await noteKnown(store, [...fresh.keys()]);
  });
  return {
    reason: (line, body) => reasonOf(line, body, settings),
    append: (line, { sha256 }) => lines.append(`${sha256}${line}`),
    flush: () => lines.flush(),
  };
}

function reasonOf(line: string, body: LoggedBody, settings: Settings): string | undefined {
  const normalised = normaliseLine(line, settings);
  if (normalised.kind !== 'rejected') return undefined;
  const { reason } = normalised.rejection;
  const value: unknown = JSON.parse(body.json);
  const { orderNo, merchantId } = readCallback(isJsonObject(value) ? value : {});
  const missing = [
    ...(isReadable(orderNo) ? [] : ['order number']),
    ...(isReadable(merchantId) ? [] : ['merchant']),
    ...(reason === 'no_time' ? ['time'] : []),
  ];
  return missing.length === 0 ? REJECTIONS[reason].title : `no ${missing.join(' or ')}`;
}

function isReadable(identifier: string | undefined): boolean {
  return identifier !== undefined && !isTooLong(identifier);
}

function knownOf(store: Store, digests: readonly string[]): Promise<readonly string[]> {
  return store.apart(async ({ db }) => {
    const rows = await db
      .selectFrom('known_rejects')
      .select('digest')
      .where('name', '=', NAME)
      .where('digest', 'in', [...digests])
      .execute();
    return rows.map(({ digest }) => digest);
  });
}

async function noteKnown(store: Store, digests: readonly string[]): Promise<void> {
  await store.apart(({ db }) =>
    db
      .insertInto('known_rejects')
      .values(digests.map((digest) => ({ name: NAME, digest })))
      .onConflict((conflict) => conflict.columns(['name', 'digest']).doNothing())
      .execute(),
  );
}
