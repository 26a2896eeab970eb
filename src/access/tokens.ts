import { appendWaiting, queueEvents } from '../audit/events.ts';
import { type Session, type Store, transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import {
  addSeconds,
  formatInstant,
  type Instant,
  instantOfText,
  secondsBetween,
} from '../normalise/instant.ts';
import type { Account } from './account.ts';
import { hashOf, randomToken } from './secret-token.ts';
import { accountOf } from './users.ts';

/** An access token in a list. Times as PostgreSQL writes them in UTC. */
export interface ListedToken {
  readonly tokenId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | undefined;
  readonly revokedAt: string | undefined;
}

const PREFIX = 'pr_';
const DAY_SECONDS = 86_400;
export const DEFAULT_DAYS = 90;
export const MOST_DAYS = 365;
const LONGEST_NAME = 64;
/** More UTF-16 units than such a name has in any form; normalising more would take too long. */
const MOST_UNITS = 1_024;
const USED_SECONDS = 60;

/**
 * Makes an access token of a user for a script. It may do what the user may.
 * @param expiresAt at most 365 days from now; absent: 90 days
 * @returns its text, `pr_` and 43 characters, which is not stored and cannot be shown again
 * @throws Fault TOKEN_INVALID for its name or its end, or if the user is disabled or not linked
 */
export async function makeToken(
  store: Store,
  account: Account,
  {
    name,
    at,
    expiresAt,
  }: { readonly name: string; readonly at: Instant; readonly expiresAt?: Instant | undefined },
): Promise<{ readonly text: string; readonly tokenId: string }> {
  const end = expiresAt ?? addSeconds(at, DEFAULT_DAYS * DAY_SECONDS);
  const seconds = secondsBetween(at, end);
  if (seconds <= 0 || seconds > MOST_DAYS * DAY_SECONDS) {
    throw new Fault('TOKEN_INVALID', {
      found: `an end ${seconds <= 0 ? 'that has passed' : `after more than ${MOST_DAYS} days`}`,
      expected: `an end within ${MOST_DAYS} days`,
    });
  }
  const kept = name.length > MOST_UNITS ? '' : name.normalize('NFC').trim();
  if (kept === '' || [...kept].length > LONGEST_NAME || /\p{C}/u.test(kept)) {
    throw new Fault('TOKEN_INVALID', {
      found: 'its name',
      expected: `1 to ${LONGEST_NAME} printable characters`,
    });
  }
  const text = `${PREFIX}${randomToken()}`;
  const tokenId = await store.session((session) =>
    transaction(session, async () => {
      // Whoever disables or unlinks the user, which revokes the tokens that there are, waits for this one.
      const user = await session.db
        .selectFrom('users')
        .select(['origin', 'subject', 'disabled_at'])
        .where('user_id', '=', account.userId)
        .forShare()
        .executeTakeFirst();
      checkMayHaveTokens(user);
      const { token_id: id } = await session.db
        .insertInto('access_tokens')
        .values({
          ...{ token_hash: hashOf(text), user_id: account.userId, name: kept },
          ...{ created_at: formatInstant(at), expires_at: formatInstant(end) },
          ...{ last_used_at: null, revoked_at: null },
        })
        .returning('token_id')
        .executeTakeFirstOrThrow();
      const after = { token: id, name: kept, expires_at: formatInstant(end) };
      await queueEvents(session, [{ who: account.name, action: 'token-make', after }], at);
      return id;
    }),
  );
  await appendWaiting(store);
  return { text, tokenId };
}

function checkMayHaveTokens(
  user:
    | { readonly origin: string; readonly subject: string | null; readonly disabled_at: string | null }
    | undefined,
): void {
  if (user === undefined || user.disabled_at !== null) {
    throw new Fault('TOKEN_INVALID', { found: 'a user who is disabled', expected: 'a user who may sign in' });
  }
  if (user.origin === 'oidc' && user.subject === null) {
    throw new Fault('TOKEN_INVALID', {
      found: 'a user who is linked to nobody at the OpenID provider',
      expected: 'a user who has signed in since payin-recon user relink',
    });
  }
}

/**
 * The user of an access token; undefined if there is no such token, if it has expired or was revoked, or if the user is
 * disabled. One query; at most once a minute, a second one notes that the token was used.
 */
export async function accountOfToken(
  session: Session,
  text: string,
  at: Instant,
): Promise<Account | undefined> {
  if (!text.startsWith(PREFIX)) return undefined;
  const now = formatInstant(at);
  const row = await session.db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.user_id', 't.user_id')
    .select(['t.token_id', 't.last_used_at', 'u.user_id', 'u.name', 'u.role', 'u.merchants'])
    .where('t.token_hash', '=', hashOf(text))
    .where('t.expires_at', '>', now)
    .where('t.revoked_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { last_used_at: used } = row;
  if (used === null || instantOfText(used).seconds <= at.seconds - USED_SECONDS) {
    await session.db
      .updateTable('access_tokens')
      .set({ last_used_at: now })
      .where('token_id', '=', row.token_id)
      .execute();
  }
  return accountOf(row);
}

/** The access tokens of a user, the newest first, also those that have ended. */
export async function listTokens(session: Session, userId: string): Promise<ListedToken[]> {
  const rows = await session.db
    .selectFrom('access_tokens')
    .select(['token_id', 'name', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .orderBy('token_id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...{ tokenId: row.token_id, name: row.name },
    ...{ createdAt: row.created_at, expiresAt: row.expires_at },
    ...{ lastUsedAt: row.last_used_at ?? undefined, revokedAt: row.revoked_at ?? undefined },
  }));
}

/** Revokes an access token of a user. Throws Fault TOKEN_INVALID if the user has no such token that is not revoked. */
export async function revokeToken(
  store: Store,
  account: Account,
  tokenId: string,
  at: Instant,
): Promise<void> {
  await store.session((session) =>
    transaction(session, async () => {
      const row = /^\d{1,18}$/.test(tokenId)
        ? await session.db
            .updateTable('access_tokens')
            .set({ revoked_at: formatInstant(at) })
            .where('token_id', '=', tokenId)
            .where('user_id', '=', account.userId)
            .where('revoked_at', 'is', null)
            .returning('name')
            .executeTakeFirst()
        : undefined;
      if (row === undefined) throw new Fault('TOKEN_INVALID', { found: 'no such token of this user' });
      const after = { token: tokenId, name: row.name };
      await queueEvents(session, [{ who: account.name, action: 'token-revoke', after }], at);
    }),
  );
  await appendWaiting(store);
}
