/** The audit trail: chained, append-only, and broken by every change after the fact. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { auditHead } from '../../src/audit/audit-head.ts';
import { appendDecisions, type Decision, findBrokenEntry } from '../../src/audit/audit-trail.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { instant } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';

const AT = { ...instant('2026-11-20T12:00:00Z'), micros: 250_000 };

function decision(more: Partial<Decision> = {}): Decision {
  return { at: AT, who: 'ana', action: 'resolve', orderNo: 'ORDER00001', reason: 'paid by hand', ...more };
}

function append(session: Session, ...decisions: Decision[]): Promise<number[]> {
  return transaction(session, () => appendDecisions(session, decisions));
}

onEngines('the audit trail', (engine) => {
  it('numbers its entries without gaps, and its head is the newest', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      expect(await auditHead(session)).toEqual({ entry: 0, hash: '0'.repeat(64) });
      expect(await append(session, decision(), decision({ who: 'José' }))).toEqual([1, 2]);
      expect(await append(session, decision({ before: { state: 'open' }, after: null }))).toEqual([3]);
      expect((await auditHead(session)).entry).toBe(3);
      expect((await auditHead(session, 2)).hash).not.toBe((await auditHead(session)).hash);
      expect(await findBrokenEntry(session)).toBeUndefined();
    });
  });

  it('has the same hashes for the same decisions, however they were added', async () => {
    const hash = async (...groups: Decision[][]) => {
      const store = await engine.emptied();
      return store.session(async (session) => {
        for (const group of groups) await append(session, ...group);
        return (await auditHead(session)).hash;
      });
    };
    const [first, second] = [decision(), decision({ action: 'note', after: { note: 'a "quoted" text' } })];
    expect(await hash([first, second])).toBe(await hash([first], [second]));
    expect(await hash([first, second])).not.toBe(await hash([second, first]));
  });

  it.each([
    ['who', sql`update audit_entries set who = 'eve' where entry = 2`, 'not as it was written'],
    ['when', sql`update audit_entries set at = at + interval '1 s' where entry = 2`, 'not as it was written'],
    ['an order', sql`update audit_entries set order_no = null where entry = 2`, 'not as it was written'],
    ['a row', sql`delete from audit_entries where entry = 2`, 'missing'],
  ])('shows that %s was changed', async (_what, tamper, told) => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      await append(session, decision(), decision(), decision());
      await tamper.execute(session.db);
      const broken = await findBrokenEntry(session);
      expect(broken?.entry).toBe(2);
      expect(broken?.what).toContain(told);
    });
  });

  it('shows that an entry was replaced by one with a hash of its own', async () => {
    const store = await engine.emptied();
    await store.session(async (session) => {
      await append(session, decision(), decision(), decision());
      await sql`update audit_entries set hash = repeat('a', 64) where entry = 2`.execute(session.db);
      expect((await findBrokenEntry(session))?.entry).toBe(2);
      await sql`delete from audit_entries where entry = 1`.execute(session.db);
      expect(await findBrokenEntry(session)).toEqual({ entry: 1, what: 'the entry is missing' });
    });
  });
});
