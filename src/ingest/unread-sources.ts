import { type Session, transaction } from '../database/store.ts';
import { FAULTS, type Fault, type FaultCode, withoutPasswords } from '../errors.ts';

/** Why files of a source, or its query, could not be read completely. */
export interface UnreadSource {
  readonly source: string;
  readonly code: string;
  /** How many files; a query counts as one. */
  readonly files: number;
  /** The first of them, with its line. */
  readonly example: string;
  readonly found: string;
}

interface ReadSource {
  readonly name: string;
  readonly faults: readonly Fault[];
}

/** A longer text would not help: somebody has to open the file anyway. */
const MOST_CHARACTERS = 1000;

/**
 * Notes what could not be read of some sources, replaces earlier notes of them, and removes those of sources that are
 * no longer in the settings.
 * @param known names of all sources of the settings
 */
export async function noteUnread(
  session: Session,
  sources: readonly ReadSource[],
  known: readonly string[],
): Promise<void> {
  const rows = sources.flatMap(unreadOf);
  await transaction(session, async () => {
    const kept = known.filter((name) => sources.every((source) => source.name !== name));
    await session.db
      .deleteFrom('unread_sources')
      .$if(kept.length > 0, (query) => query.where('source', 'not in', kept))
      .execute();
    if (rows.length > 0) await session.db.insertInto('unread_sources').values(rows).execute();
  });
}

/** What the last reading of each source could not read, by source and code. */
export async function unreadSources(session: Session, known: readonly string[]): Promise<UnreadSource[]> {
  if (known.length === 0) return [];
  return session.db
    .selectFrom('unread_sources')
    .selectAll()
    .where('source', 'in', [...known])
    .orderBy('source')
    .orderBy('code')
    .execute();
}

function unreadOf({ name, faults }: ReadSource): UnreadSource[] {
  const codes = [...new Set(faults.map(({ code }) => code))];
  return codes.map((code: FaultCode) => {
    const own = faults.filter((fault) => fault.code === code);
    const { where = '', found = FAULTS[code].title } = own[0]!.detail;
    const text = withoutPasswords([found].flat().join('; '));
    return {
      ...{ source: name, code, files: own.length },
      ...{ example: withoutPasswords(where), found: text.slice(0, MOST_CHARACTERS).toWellFormed() },
    };
  });
}
