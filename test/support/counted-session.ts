import type { KyselyPlugin } from 'kysely';
import type { Session } from '../../src/database/store.ts';

export interface Count {
  readonly statements: number;
  /** That the statements gave. */
  readonly rows: number;
}

/** Counts the statements of some work on a session that begins no transaction, and the rows that they give. */
export async function countOf(
  session: Session,
  work: (session: Session) => Promise<unknown>,
): Promise<Count> {
  const count = { statements: 0, rows: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count.statements += 1;
      count.rows += result.rows.length;
      return result;
    },
  };
  await work({ ...session, db: session.db.withPlugin(plugin) });
  return count;
}
