import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { judgeAddress } from '../database/locks.ts';
import type { Session } from '../database/store.ts';
import {
  addSeconds,
  formatInstant,
  type Instant,
  instantOfText,
  secondsBetween,
} from '../normalise/instant.ts';
import { hashOf } from './secret-token.ts';
import { storedName } from './user-name.ts';

/** A sign-in by password that is about to be checked. */
export interface Attempt {
  readonly name: string;
  readonly address: string;
  readonly at: Instant;
  /** Undefined if no user has the name. */
  readonly userId: string | undefined;
}

/** Failures that cost no time, and then 1, 2, 4, … seconds up to a limit. */
interface Delay {
  readonly free: number;
  readonly mostSeconds: number;
}

const OF_KNOWN_PAIR: Delay = { free: 5, mostSeconds: 60 };
const OF_PAIR: Delay = { free: 5, mostSeconds: 900 };
const OF_ADDRESS: Delay = { free: 20, mostSeconds: 900 };
const OF_NAME: Delay = { free: 10, mostSeconds: 60 };

/** Failures are forgotten after a day. */
const REMEMBERED_SECONDS = 86_400;
/** An address is forgotten if its person has not signed in from it for so long. */
const KNOWN_SECONDS = 90 * 86_400;

/**
 * Decides whether an attempt may be checked now. If so, it is stored as a failure before the password is checked, so
 * that many attempts at once count as well; {@link forgetFailures} removes it after a success. Only within a transaction.
 *
 * Each limit is a delay that doubles with the failures of the last day. There is no state in which an account is locked:
 *
 * - An address that fails for a name waits before it may try that name again: up to 15 minutes, or up to one minute if the
 *   person has signed in from there before.
 * - An address that fails for many names waits before it may try any other name. This does not hold for people who have
 *   signed in from there before, so that one person behind a shared address does not keep out the others.
 * - If a name fails from addresses that its person has never signed in from, such addresses wait before they may try it: up
 *   to one minute each, from the moment at which they ask. Known addresses are not affected. Each address has a wait of
 *   its own, which no other address can prolong: the person gets in from a new address after one wait, however many
 *   others try at the same time.
 *
 * What remains: whoever shares an address with a person can make the person wait for a minute there, or for 15 minutes
 * if the person has never signed in from it.
 * @returns undefined if it may be checked, or the seconds to wait
 */
export async function delayOf(session: Session, attempt: Attempt): Promise<number | undefined> {
  const address = addressGroup(attempt.address);
  await judgeAddress(session, address);
  const isKnown = await isKnownAddress(session, attempt, address);
  const counts = await failuresOf(session, attempt, address);
  const ofName = isKnown ? 0 : secondsOf(OF_NAME, counts.ofNameElsewhere);
  const ofPair = secondsOf(isKnown ? OF_KNOWN_PAIR : OF_PAIR, counts.ofPair);
  const ofAddress = isKnown ? 0 : secondsOf(OF_ADDRESS, counts.ofAddress);
  const isFirst = counts.pairAt === null && ofName > 0;
  const left = Math.max(
    isFirst ? ofName : remaining(attempt.at, counts.pairAt, Math.max(ofName, ofPair)),
    remaining(attempt.at, counts.addressAt, ofAddress),
  );
  if (left > 0 && !isFirst) return left;
  await session.db
    .insertInto('sign_in_attempts')
    .values({
      name_hash: nameHash(attempt.name),
      address,
      at: formatInstant(attempt.at),
      is_checked: !isFirst,
      is_known: isKnown,
    })
    .execute();
  return isFirst ? left : undefined;
}

/** Removes the failures of a person at an address after a success, and remembers the address. */
export async function forgetFailures(session: Session, attempt: Attempt & { userId: string }): Promise<void> {
  const address = addressGroup(attempt.address);
  await session.db
    .deleteFrom('sign_in_attempts')
    .where('name_hash', '=', nameHash(attempt.name))
    .where('address', '=', address)
    .execute();
  await rememberAddress(session, attempt);
}

/** Remembers that a person has signed in from an address. */
export async function rememberAddress(
  session: Session,
  { userId, address, at }: { readonly userId: string; readonly address: string; readonly at: Instant },
): Promise<void> {
  const seen = { signed_in_at: formatInstant(at) };
  await session.db
    .insertInto('known_addresses')
    .values({ user_id: userId, address: addressGroup(address), ...seen })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet(seen))
    .execute();
}

/** Removes failures and addresses that are old enough to be forgotten. */
export async function removeOldAttempts(session: Session, at: Instant): Promise<void> {
  await session.db
    .deleteFrom('sign_in_attempts')
    .where('at', '<=', formatInstant(addSeconds(at, -REMEMBERED_SECONDS)))
    .execute();
  await session.db
    .deleteFrom('known_addresses')
    .where('signed_in_at', '<=', formatInstant(addSeconds(at, -KNOWN_SECONDS)))
    .execute();
}

/** An address as one party: of IPv6 the first 64 bits, which one customer has. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return mapped[1]!;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

interface Failures {
  readonly ofPair: number;
  readonly ofAddress: number;
  /** From addresses that the person has never signed in from. */
  readonly ofNameElsewhere: number;
  /** When the address tried the name last, or asked to; null for never. */
  readonly pairAt: string | null;
  readonly addressAt: string | null;
}

async function failuresOf(session: Session, { name, at }: Attempt, address: string): Promise<Failures> {
  const hash = nameHash(name);
  const since = formatInstant(addSeconds(at, -REMEMBERED_SECONDS));
  const { rows } = await sql<Record<keyof Failures, string | null>>`
    select count(*) filter (where name_hash = ${hash} and address = ${address} and is_checked) as "ofPair",
           count(*) filter (where address = ${address} and is_checked) as "ofAddress",
           count(*) filter (where name_hash = ${hash} and is_checked and not is_known) as "ofNameElsewhere",
           max(at) filter (where name_hash = ${hash} and address = ${address})::text as "pairAt",
           max(at) filter (where address = ${address} and is_checked)::text as "addressAt"
    from sign_in_attempts
    where (name_hash = ${hash} or address = ${address}) and at > ${since}::timestamptz`.execute(session.db);
  const row = rows[0]!;
  return {
    ofPair: Number(row.ofPair),
    ofAddress: Number(row.ofAddress),
    ofNameElsewhere: Number(row.ofNameElsewhere),
    pairAt: row.pairAt,
    addressAt: row.addressAt,
  };
}

async function isKnownAddress(session: Session, { userId, at }: Attempt, address: string): Promise<boolean> {
  if (userId === undefined) return false;
  const row = await session.db
    .selectFrom('known_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .where('signed_in_at', '>', formatInstant(addSeconds(at, -KNOWN_SECONDS)))
    .executeTakeFirst();
  return row !== undefined;
}

function secondsOf({ free, mostSeconds }: Delay, failures: number): number {
  return failures < free ? 0 : Math.min(2 ** Math.min(failures - free, 30), mostSeconds);
}

function remaining(at: Instant, since: string | null, seconds: number): number {
  if (since === null) return 0;
  return Math.max(0, Math.ceil(seconds - secondsBetween(instantOfText(since), at)));
}

function nameHash(name: string): string {
  return hashOf(storedName(name));
}
