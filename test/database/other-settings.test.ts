/** A server whose settings are all unlike the defaults of PostgreSQL, as an administrator may set them for a database. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import type { Store } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { runScenario } from '../reconcile/run-scenario.ts';
import { expectedFiles, readScenarios } from '../reconcile/scenario.ts';
import { emptyTables, onPostgresql, type TestDatabase } from '../support/engines.ts';

/** Settings that any user may set, and that may change what a statement means, gives or is refused for. */
const OTHERWISE: Readonly<Record<string, string>> = {
  array_nulls: 'off',
  backslash_quote: 'off',
  bytea_output: 'escape',
  check_function_bodies: 'off',
  client_encoding: 'LATIN1',
  client_min_messages: 'debug1',
  constraint_exclusion: 'on',
  datestyle: 'SQL, DMY',
  default_text_search_config: 'simple',
  default_toast_compression: 'pglz',
  default_transaction_deferrable: 'on',
  default_transaction_isolation: 'serializable',
  escape_string_warning: 'off',
  exit_on_error: 'on',
  extra_float_digits: '-15',
  gin_fuzzy_search_limit: '1',
  intervalstyle: 'sql_standard',
  lc_messages: 'C',
  plan_cache_mode: 'force_generic_plan',
  quote_all_identifiers: 'on',
  restrict_nonsystem_relation_kind: 'view, foreign-table',
  row_security: 'off',
  standard_conforming_strings: 'off',
  synchronize_seqscans: 'off',
  synchronous_commit: 'off',
  timezone: 'Africa/Cairo',
  timezone_abbreviations: 'Australia',
  transform_null_equals: 'on',
  xmlbinary: 'hex',
  xmloption: 'document',
};

/** Scenarios with tariffs, patterns, several dates and many forms of times. */
const TRIED = ['statements', 'regions-and-dates', 'several-records', 'spellings-of-time'];

onPostgresql('a database whose settings are unlike the defaults', (engine) => {
  it('gives scenarios as their folders say', async () => {
    const store = await openOtherwise(await engine.database());
    const scenarios = readScenarios().filter(({ name }) => TRIED.includes(name));
    expect(scenarios).toHaveLength(TRIED.length);
    for (const scenario of scenarios) {
      const out = mkdtempSync(join(tmpdir(), 'payin-recon-settings-'));
      onTestFinished(() => rmSync(out, { recursive: true, force: true }));
      await emptyTables(store);
      const written = await runScenario(store, scenario, out);
      for (const file of expectedFiles(scenario))
        expect(written.get(file), `${scenario.name} ${file}`).toBe(
          readFileSync(join(scenario.expected, file), 'utf8'),
        );
      const results = await verify(store, parseSettings(scenario.settings), { dates: scenario.dates, out });
      expect(deviationsOf(results), scenario.name).toEqual([]);
    }
  });

  it.each([
    ["array_to_string('{NULL}'::text[], ',', 'none')", 'none'],
    ['1795089600.5::double precision::text', '1795089600.5'],
    ["'\\\\s'", '\\\\s'],
    ['null::text = null', null],
  ])('means the same: %s', async (expression, value) => {
    const store = await openOtherwise(await engine.database('empty'));
    const { rows } = await store.session(({ db }) =>
      sql.raw<{ value: unknown }>(`select ${expression} as value`).execute(db),
    );
    expect(rows).toEqual([{ value }]);
  });

  it('keeps the connection after an error that is handled', async () => {
    const store = await openOtherwise(await engine.database('empty'));
    await store.session(async ({ db }) => {
      await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow();
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    });
  });
});

/** Opens a database with the settings that the server has of these; older ones lack some. */
async function openOtherwise(database: TestDatabase): Promise<Store> {
  const before = await database.open();
  await before.session(async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      select lower(name) as name from pg_settings where lower(name) = any(${Object.keys(OTHERWISE)}::text[])`.execute(
      db,
    );
    for (const { name } of rows) {
      const value = OTHERWISE[name]!;
      await sql
        .raw(
          `do $$ begin execute format('alter database %I set ${name} = ''${value}''', current_database()); end $$`,
        )
        .execute(db);
    }
  });
  await before.close();
  return database.open();
}
