import { sql } from 'kysely';
import type { Session } from '../database/store.ts';
import { storedName } from './user-name.ts';

/**
 * The names that a user has or had, by the audit trail: a provider may rename a person, and what was decided under the
 * earlier name is still that person's. Another person may have taken one of these names since.
 */
export async function namesOfUser(session: Session, name: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ before: string | null; after: string | null }>`
    select before, after from audit_entries where action = 'user-name'
    union all
    select before, after from audit_queue where action = 'user-name'`.execute(session.db);
  const names = new Set([storedName(name)]);
  let known = 0;
  while (known < names.size) {
    known = names.size;
    for (const { before, after } of rows) {
      const [from, to] = [userIn(before), userIn(after)];
      if (from !== undefined && to !== undefined && names.has(to)) names.add(from);
    }
  }
  return names;
}

function userIn(json: string | null): string | undefined {
  const { user } = json === null ? {} : (JSON.parse(json) as { readonly user?: string });
  return user;
}
