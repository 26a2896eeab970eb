import type { CurrentFinding } from '../../../src/books/findings/current-findings.ts';
import { listFindings } from '../../../src/books/findings/listed-findings.ts';
import { runSqlFile } from '../../../src/database/sql-file.ts';
import { type Store, transaction } from '../../../src/database/store.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { instant } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';
import { caseBooks, MOMENTS, payment } from './case-books.ts';

/** One person may write off BRL 0.40 alone, and less than the difference of AMOUNT_MISMATCH, which is BRL 0.45. */
export const LIMITED = parseSettings({ decisions: { writeOffLimits: { BRL: 40 } } });

/** Users of the store: two approvers, one of another merchant, one who is disabled, and an operator. */
const USERS = `
  insert into users (name, name_key, role, merchants, origin, created_at, disabled_at) values
    ('ana', 'ana', 'approver', null, 'password', '2026-11-01', null),
    ('bruno', 'bruno', 'approver', '{M0001}', 'password', '2026-11-01', null),
    ('carla', 'carla', 'approver', '{M0002}', 'password', '2026-11-01', null),
    ('davi', 'davi', 'admin', null, 'password', '2026-11-01', '2026-11-02'),
    ('eva', 'eva', 'operator', null, 'password', '2026-11-01', null)`;

/** A published date whose order was paid BRL 123.00 instead of BRL 123.45, and users. */
export async function approvalBooks(engine: Engine) {
  const books = await caseBooks(engine);
  await books.feed('late.ndjson', [payment('12300', '2026-11-20T11:00:00Z')], MOMENTS.first);
  await books.publish(MOMENTS.first);
  await books.store.session((session) => session.script(USERS));
  return books;
}

/** The findings whose write-off waits. */
export function waiting(store: Store): Promise<CurrentFinding[]> {
  return store.session((session) =>
    transaction(session, async () => {
      const found: CurrentFinding[] = [];
      const { blocks } = await listFindings(session, { awaiting: true });
      for await (const block of blocks) found.push(...block);
      return found;
    }),
  );
}

/** Whom decisions are made by, and when. */
export function decider(who: string, at: string = MOMENTS.decided) {
  return { at: instant(at), who, settings: LIMITED };
}

/** What differs between cases and audit trail, as `verify` finds it. */
export async function differences(store: Store): Promise<unknown[]> {
  return store.session(
    async (session) => (await runSqlFile(session, 'proofs/120_cases_follow_trail.sql')).rows,
  );
}
