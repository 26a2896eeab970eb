import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { Fault } from '../../errors.ts';
import { isoSeconds } from '../../normalise/instant.ts';

/** How many names an error lists at most. */
const MOST_NAMED = 10;

/** A source by its name, with all of its reads that count. */
export interface WithdrawableSource {
  readonly name: string;
  /** Its reads. Bytes that came under several names are a read of the first of them. */
  readonly sources: readonly number[];
  /** Reads of other names whose bytes came under this name too. */
  readonly copyOf: readonly number[];
}

interface NamedRead {
  readonly source_id: number;
  readonly name: string;
}

/**
 * Finds a source by its name, or by the end of the name after a `/` if only one ends so.
 * @throws Fault SOURCE_NOT_READ, SOURCE_AMBIGUOUS, SOURCE_WITHDRAWN
 */
export async function withdrawableSource(session: Session, wanted: string): Promise<WithdrawableSource> {
  const reads = await session.db
    .selectFrom('sources')
    .select(['source_id', 'name'])
    .where('withdrawn_by', 'is', null)
    .orderBy('source_id')
    .execute();
  const live = new Set(reads.map(({ source_id }) => source_id));
  const others = await session.db.selectFrom('source_names').select(['source_id', 'name']).execute();
  const copies = others.filter(({ source_id }) => live.has(source_id));
  const name = await nameOf(session, wanted, [...new Set([...reads, ...copies].map((read) => read.name))]);
  const withName = (all: readonly NamedRead[]) =>
    all.filter((read) => read.name === name).map(({ source_id }) => source_id);
  return { name, sources: withName(reads), copyOf: withName(copies) };
}

async function nameOf(session: Session, wanted: string, names: readonly string[]): Promise<string> {
  if (names.includes(wanted)) return wanted;
  const ending = names.filter((name) => name.endsWith(`/${wanted}`));
  if (ending.length === 1) return ending[0]!;
  if (ending.length > 1) {
    const listed = ending.sort().slice(0, MOST_NAMED);
    const more = ending.length > listed.length ? ` and ${ending.length - listed.length} more` : '';
    throw new Fault('SOURCE_AMBIGUOUS', {
      where: wanted,
      found: `${ending.length} sources whose name ends so`,
      expected: `one of ${listed.join(', ')}${more}`,
    });
  }
  await refuseWithdrawn(session, wanted);
  const bases = names.map((name) => name.slice(name.lastIndexOf('/') + 1));
  const remedy = didYouMean(wanted, [...new Set([...names, ...bases])]);
  throw new Fault('SOURCE_NOT_READ', {
    found: wanted,
    expected:
      names.length === 0 ? 'a source that was read; there is none' : 'the name of a source that was read',
    ...(remedy === undefined ? {} : { remedy }),
  });
}

/** Throws SOURCE_WITHDRAWN if the newest that happened to a source of this name is that it was withdrawn. */
async function refuseWithdrawn(session: Session, wanted: string): Promise<void> {
  const { rows } = await runSqlFile<{
    source: string;
    entry: string;
    at: string;
    who: string;
    reason: string;
  }>(session, 'withdraw/110_already_withdrawn.sql', { name: wanted });
  const [before] = rows;
  if (before === undefined) return;
  throw new Fault('SOURCE_WITHDRAWN', {
    where: before.source,
    found: `withdrawn by ${before.who} at ${isoSeconds(before.at)} (audit entry ${before.entry}: ${before.reason})`,
  });
}
