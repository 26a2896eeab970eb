import type { PGlite } from '@electric-sql/pglite';

/** Status with which the database's code returns to its main loop after an error of a statement. */
const BACK_TO_LOOP = 100;

/**
 * Makes the embedded database stop after an abort. PGlite 0.5 calls its main loop again and again after an abort,
 * for example when the disk is full for the write-ahead log, and the process hangs for ever. Statements after an
 * abort fails at once; the folder is recovered when it is opened again, as after a crash.
 * @returns a function that gives the error of the abort, undefined while the database works
 */
export function stopOnAbort(database: PGlite): () => Error | undefined {
  const module = database.Module;
  let fatal: Error | undefined;
  const { _PostgresMainLoopOnce: loopOnce, stackRestore } = module;
  module._PostgresMainLoopOnce = () => {
    if (fatal !== undefined) throw fatal;
    try {
      loopOnce();
    } catch (error) {
      if ((error as { status?: number }).status !== BACK_TO_LOOP) fatal = error as Error;
      throw error;
    }
  };
  // PGlite catches errors of its loop and restores the stack: only an error thrown here leaves it.
  module.stackRestore = (pointer) => {
    if (fatal !== undefined) throw fatal;
    return stackRestore(pointer);
  };
  for (const name of ['_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'] as const) {
    const original = module[name];
    module[name] = () => (fatal === undefined ? original() : undefined);
  }
  return () => fatal;
}
