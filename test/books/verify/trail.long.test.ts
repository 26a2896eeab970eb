/** The audit trail, changed after it was written: in its middle, at its end, or as a whole with right hashes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { auditHead } from '../../../src/audit/audit-head.ts';
import { appendDecisions, type Decision } from '../../../src/audit/audit-trail.ts';
import type { Deviation } from '../../../src/books/verify/verified.ts';
import { type Session, type Store, transaction } from '../../../src/database/store.ts';
import { DATE, instant, NOON, sha256Of } from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { booksToVerify, change } from './books-to-verify.ts';

const NEWEST = `${DATE}/BR/v2`;

const decision = (reason: string): Decision => ({ at: instant(NOON), who: 'ana', action: 'note', reason });
const append = (store: Store, ...reasons: string[]) =>
  store.session((session) => transaction(session, () => appendDecisions(session, reasons.map(decision))));

/** Books with three decisions, whose head stands in the manifest of a version. */
async function decided(engine: Engine) {
  const books = await booksToVerify(engine);
  await append(books.store, 'one', 'two', 'three');
  const head = await books.store.session((session) => auditHead(session));
  writeHead(join(books.out, NEWEST, 'manifest.json'), head);
  const ofTrail = async (dates?: readonly string[]) =>
    (await books.deviations(dates === undefined ? {} : { dates })).filter(
      ({ where }) => where === 'audit trail',
    );
  return { ...books, head, ofTrail };
}

/** Has a manifest name a head, as one does that was published after the decisions. */
function writeHead(path: string, head: unknown): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, `${JSON.stringify({ ...manifest, audit: head }, null, 2)}\n`);
}

/** Takes the trail out and writes another, each entry of which follows from the one before it. */
async function rewrite(session: Session): Promise<void> {
  await sql`delete from audit_entries`.execute(session.db);
  await transaction(session, () => appendDecisions(session, ['one', 'other', 'three'].map(decision)));
}

/** Changes the state that an entry keeps, and its hash with it. */
async function restate({ db }: Session, after: string): Promise<void> {
  const { rows } = await sql<{ previous_hash: string; entry: string }>`
    select previous_hash, entry from audit_entries where entry = 3`.execute(db);
  const [{ previous_hash, entry }] = rows as [(typeof rows)[0]];
  const { who, action, reason } = decision('three');
  const fields = [previous_hash, entry, NOON, who, action, null, null, null, null, reason, null, after];
  await sql`update audit_entries set after = ${after}, hash = ${sha256Of(JSON.stringify(fields))} where entry = 3`.execute(
    db,
  );
}

const TAMPERINGS: ReadonlyArray<{
  readonly about: string;
  readonly tamper: (session: Session) => Promise<unknown>;
  readonly told: readonly Partial<Deviation>[];
}> = [
  {
    about: 'an entry that was changed',
    tamper: ({ db }) => sql`update audit_entries set who = 'eve' where entry = 2`.execute(db),
    told: [{ what: 'entry 2', actual: 'it is not as it was written' }],
  },
  {
    about: 'an entry that is gone',
    tamper: ({ db }) => sql`delete from audit_entries where entry = 2`.execute(db),
    told: [{ what: 'entry 2', actual: 'the entry is missing' }],
  },
  ...[
    ["action = 'resolve', order_no = 'ORDER00001', merchant_id = 'M0001', code = 'NO_RESPONSE', after = 'x'"],
    ["action = 'close', region = 'BR', after = '{'"],
    [`action = 'purge', after = '{"before": 5}'`],
  ].map(([changes]) => ({
    about: `an entry that proofs cannot read: ${changes}`,
    tamper: ({ db }: Session) => sql.raw(`update audit_entries set ${changes} where entry = 2`).execute(db),
    told: [{ what: 'entry 2', actual: 'it is not as it was written' }],
  })),
  {
    about: 'an entry that is no JSON and has the right hash',
    tamper: (session) => restate(session, 'x'),
    told: [
      { what: 'entry 3', actual: 'it is not as it was written' },
      { what: `entry 3, which ${NEWEST}/manifest.json names` },
    ],
  },
  {
    about: 'its end, cut off',
    tamper: ({ db }) => sql`delete from audit_entries where entry > 1`.execute(db),
    told: [
      {
        what: `entry 3, which ${NEWEST}/manifest.json names`,
        actual: 'no such entry: the newest is 1',
      },
    ],
  },
  {
    about: 'all of it, gone',
    tamper: ({ db }) => sql`delete from audit_entries`.execute(db),
    told: [
      { what: `entry 3, which ${NEWEST}/manifest.json names`, actual: 'no such entry: the newest is none' },
    ],
  },
  {
    about: 'all of it, written anew with right hashes',
    tamper: rewrite,
    told: [
      {
        what: `entry 3, which ${NEWEST}/manifest.json names`,
        actual: expect.stringMatching(/^the hash [0-9a-f]{64}$/),
      },
    ],
  },
];

onEngines('verify names of the audit trail', (engine) => {
  it.each(TAMPERINGS)('$about', async ({ tamper, told }) => {
    const { store, ofTrail } = await decided(engine);
    expect(await ofTrail()).toEqual([]);
    await store.session(tamper);
    const wanted = told.map((part) => expect.objectContaining(part));
    expect(await ofTrail()).toEqual(expect.arrayContaining(wanted));
    // The manifest that was written last is looked at without a date, too.
    expect(await ofTrail([])).toEqual(wanted);
  });

  it('and still what deviates elsewhere, and what it could not compare', async () => {
    const { store, look } = await decided(engine);
    await store.session(({ db }) => sql`update audit_entries set after = 'x' where entry = 2`.execute(db));
    await store.session(({ db }) =>
      sql`update order_rows set paid_minor = 30000 where order_no = 'ORDER00001'`.execute(db),
    );
    const [books, trail] = (await look({ dates: [] })).slice(-2);
    expect(books).toMatchObject({
      subject: 'books',
      found: expect.stringMatching(/^19 proofs/),
      remarks: [expect.stringMatching(/^Decisions, closed periods and purged dates were not compared/)],
    });
    expect(books!.deviations).toContainEqual(expect.objectContaining({ actual: 'BRL 30000' }));
    expect(trail).toMatchObject({ subject: 'audit trail', state: 'changed' });
  });

  it('entries that are gone and that a run knew, though no manifest names them', async () => {
    const { store, out, ofTrail } = await decided(engine);
    change(join(out, NEWEST, 'manifest.json'), /,\n {2}"audit": \{[^}]*\}/, '');
    await store.session(async ({ db }) => {
      await sql`update runs set last_entry = 3`.execute(db);
      await sql`delete from audit_entries where entry = 3`.execute(db);
    });
    expect(await ofTrail([])).toEqual([
      { where: 'audit trail', what: 'the newest entry', expected: '3, which a run knew', actual: '2' },
    ]);
  });

  it('entries that only versions unknown to the store name: after a restore, decisions are missing', async () => {
    const { store, look, ofTrail } = await decided(engine);
    await store.session(({ db }) =>
      sql`delete from versions where region = 'BR' and version = 2`.execute(db),
    );
    expect(await ofTrail()).toEqual([]);
    await store.session(({ db }) => sql`delete from audit_entries where entry > 1`.execute(db));
    expect(await ofTrail()).toEqual([
      {
        where: 'audit trail',
        what: `entry 3, which ${NEWEST}/manifest.json names`,
        expected: expect.stringMatching(/^an entry with the hash [0-9a-f]{64}$/),
        actual: 'no such entry: the newest is 1',
      },
    ]);
    expect((await look()).at(-1)!.remarks).toEqual([
      expect.stringMatching(/closings, decisions and purges .* missing\. .* make the closings again first/),
    ]);
  });

  it('nothing where decisions were added since', async () => {
    const { store, ofTrail, look } = await decided(engine);
    await append(store, 'four');
    expect(await ofTrail()).toEqual([]);
    expect((await look()).at(-1)).toMatchObject({ subject: 'audit trail', state: 'ok', found: '4 entries' });
  });
});
