/** What is said of a statement that was refused for a missing right (42501). */
export interface MissingRight {
  readonly found: readonly string[];
  readonly remedy: string;
}

const DOCTOR = 'payin-recon doctor says what is missing.';

/** Rights on all that migrations make, where another role owns it. */
export const GRANTS = {
  tables: (schema: string, user: string) =>
    `grant select, insert, update, delete, truncate on all tables in schema ${schema} to ${user};`,
  sequences: (schema: string, user: string) => `grant usage on all sequences in schema ${schema} to ${user};`,
};

/** A policy hides rows from this user; its sessions have row_security off, so that the server says so. */
export function unhide(tables: string): string {
  return (
    `Let this user see every row: alter table ${tables} no force row level security, if it owns the table; ` +
    'otherwise alter role … bypassrls, or alter table … disable row level security.'
  );
}

/**
 * Says what is missing, by the place in the server that refuses, as its texts are translated, or by its English text. Its own
 * text comes last.
 */
export function missingRight(routine: string, message: string): MissingRight {
  if (routine === 'check_enable_rls') {
    const table = /["'«»„“”‹›]\s*(\w+)/.exec(message)?.[1] ?? '…';
    return {
      found: ['a policy of row-level security hides rows from this user', message],
      remedy: unhide(table),
    };
  }
  if (routine === 'InitTempTableNamespace') {
    return {
      found: ['this user may not make temporary tables in the database', message],
      remedy: 'grant temporary on database … to …;',
    };
  }
  const [, kind] = /^permission denied for (schema|table|sequence) /.exec(message) ?? [];
  const remedies: Readonly<Record<string, string>> = {
    schema: 'Have the right granted: grant usage, create on schema … to …;',
    table: `Have the rights granted: ${GRANTS.tables('…', '…')} ${GRANTS.sequences('…', '…')}`,
    sequence: `Have the right granted: ${GRANTS.sequences('…', '…')}`,
  };
  const remedy = remedies[kind ?? ''] ?? 'Let this user own the database and its tables.';
  return { found: ['this user lacks a right', message], remedy: `${remedy} ${DOCTOR}` };
}
