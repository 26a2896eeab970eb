import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { Rollback, type Session, type Store, transaction } from '../../../src/database/store.ts';
import { STEPS } from '../../../src/reconcile/steps.ts';
import { emptyTables } from '../../support/engines.ts';
import { digestQuery, keepEvidence, keptTables, loadingOf, renumbering } from './stored-evidence.ts';
import type { Story } from './story.ts';

/** What judging a story in one way comes to: a digest of all that is kept, and what its test compares. */
interface Result {
  readonly digest: string;
  readonly shown: string;
}

/** The results of every story without a change, by its name. */
export type Unchanged = Readonly<Record<string, readonly Result[]>>;

/** After so many stories, what was rolled back is removed from the tables. */
const STORIES_BEFORE_VACUUM = 500;

/** Without a row in one of these, a run leaves out the steps of statements. */
const STATEMENTS = ['statements', 'bank_rows'];

/** A statement takes a thousandth of it, unless a change makes it read everything for everything. */
const STATEMENT_LIMIT = '2min';

/** Several times the scripts of any story. A step that is repeated until it adds nothing may go on without end. */
const MOST_SCRIPTS = 5000;

/** Reads the evidence of every story and keeps it in the store, which is left empty. */
export async function keepStories(store: Store, stories: readonly Story[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-stories-'));
  try {
    for (const [index, story] of stories.entries()) {
      await emptyTables(store);
      let part = 0;
      for await (const _read of story.read(store, folder)) {
        await store.session((session) => keepEvidence(session, schemaOf(index, part)));
        part += 1;
      }
    }
    await emptyTables(store);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Judges stories whose evidence a store has, each in a transaction that is rolled back. */
export class JudgeAgain {
  readonly #session: Session & { restart(): void };
  readonly #tables: ReadonlyMap<string, readonly string[]>;
  readonly #digest: string;
  readonly #restart: string;
  /** The last that noticed a change is judged first: the next change is often of the same statement. */
  #stories: ReadonlyArray<readonly [index: number, story: Story]>;
  #judged = 0;

  private constructor(
    session: Session & { restart(): void },
    stories: readonly Story[],
    made: { tables: ReadonlyMap<string, readonly string[]>; digest: string; restart: string },
  ) {
    this.#session = session;
    this.#stories = [...stories.entries()];
    this.#tables = made.tables;
    this.#digest = made.digest;
    this.#restart = made.restart;
  }

  static async of(given: Session, stories: readonly Story[]): Promise<JudgeAgain> {
    const session = ofFewRows(given);
    // Kept evidence is whole: no foreign key has to be checked again.
    await session.script(
      `set session_replication_role = replica; set statement_timeout = '${STATEMENT_LIMIT}'`,
    );
    const tables = await keptTables(session);
    const digest = await digestQuery(session, new Set([...tables.values()].flat()));
    return new JudgeAgain(session, stories, { tables, digest, restart: await renumbering(session) });
  }

  /** Judges every story. Throws if one is not as its test says. */
  async unchanged(): Promise<Unchanged> {
    const results: Record<string, readonly Result[]> = {};
    for (const [index, story] of this.#stories) {
      const found = await this.#resultsOf(index, story);
      const wrong = found.find(({ shown }) => shown !== (story.expected ?? found[0]!.shown));
      if (wrong !== undefined) throw new Error(`${story.name} is not as its test says`);
      results[story.name] = found;
    }
    return results;
  }

  /**
   * Judges stories until one is no more as its test says.
   * @param file that was changed: stories whose judging does not read it are left out
   * @returns its name; undefined if all are
   */
  async noticing(unchanged: Unchanged, file?: string): Promise<string | undefined> {
    const isOfStatements = file !== undefined && isReadWithStatements(file);
    for (const one of this.#stories) {
      const [index, story] = one;
      if (isOfStatements && !this.#hasStatements(index)) continue;
      if (await this.#isAsBefore(index, story, unchanged[story.name]!)) continue;
      this.#stories = [one, ...this.#stories.filter((other) => other !== one)];
      return story.name;
    }
    return undefined;
  }

  async #isAsBefore(index: number, story: Story, before: readonly Result[]): Promise<boolean> {
    try {
      const found = await this.#resultsOf(index, story, before);
      return found.every(({ shown }) => shown === (story.expected ?? found[0]!.shown));
    } catch {
      this.#session.restart();
      // Without its connection everything would fail from now on: then this throws.
      await this.#session.script('select');
      return false;
    }
  }

  /** @param before its results without a change: what is kept alike shows alike */
  async #resultsOf(index: number, story: Story, before: readonly Result[] = []): Promise<Result[]> {
    const results: Result[] = [];
    for (const [way, judge] of story.ways.entries()) {
      const work = async () => {
        this.#session.restart();
        await this.#session.script(this.#restart);
        const judged = await judge(this.#session, (part) => this.#load(index, part));
        const digest = await this.#digestNow();
        const isSame = digest === before[way]?.digest;
        const shown = isSame ? before[way]!.shown : await story.shown(this.#session, judged);
        return new Rollback({ digest, shown });
      };
      results.push(await transaction<Result>(this.#session, work));
    }
    this.#judged += 1;
    if (this.#judged % STORIES_BEFORE_VACUUM === 0) await this.#session.script('vacuum');
    return results;
  }

  /** Whether any part of its evidence has. */
  #hasStatements(index: number): boolean {
    return [...this.#tables].some(
      ([schema, tables]) =>
        schema.startsWith(schemaOf(index, '')) && STATEMENTS.some((table) => tables.includes(table)),
    );
  }

  async #load(index: number, part: number): Promise<void> {
    const schema = schemaOf(index, part);
    await this.#session.script(loadingOf(schema, this.#tables.get(schema) ?? []));
  }

  async #digestNow(): Promise<string> {
    const { rows } = await this.#session.db.executeQuery<{ digest: string }>(CompiledQuery.raw(this.#digest));
    return rows[0]!.digest;
  }
}

/** Whether a SQL file is read only where there are statements. The third file of a step is what they say of its orders. */
function isReadWithStatements(file: string): boolean {
  const path = file.replace(/^sql\//, '');
  const steps = STEPS.filter(({ sql }) => sql.includes(path));
  return (
    steps.length > 0 && steps.every((step) => step.ofStatements === true || step.sql.indexOf(path) === 2)
  );
}

/**
 * A session for stores of few rows, on one connection: tables are emptied without new files, and plans need no
 * statistics. It fails after too many scripts since it was restarted.
 */
function ofFewRows({ beside: _lanes, ...session }: Session): Session & { restart(): void } {
  let scripts = 0;
  const script = async (text: string) => {
    scripts += 1;
    if (scripts > MOST_SCRIPTS) throw new Error('judging does not end');
    if (/^(analyze|set local default_statistics_target) /.test(text)) return;
    const tables = /^truncate ([\w, ]+)$/.exec(text)?.[1]?.split(', ');
    await session.script(tables?.map((table) => `delete from ${table}`).join('; ') ?? text);
  };
  const restart = () => {
    scripts = 0;
  };
  return { ...session, script, restart };
}

function schemaOf(index: number, part: number | ''): string {
  return `evidence_${index}_${part}`;
}
