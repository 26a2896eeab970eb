import type { PGlite } from '@electric-sql/pglite';

/** With this status the database's code comes back to its main loop after an error of a statement. */
const BACK_TO_LOOP = 100;

/**
 * Has the embedded database stop when it gives up. PGlite 0.5 calls its main loop again and again after an abort,
 * such as that of a write-ahead log which finds the disk full, and the process hangs for ever. What comes after an
 * abort fails at once; the folder is mended when it is opened again, as after a crash.
 * @returns tells the error with which it gave up, undefined while it works
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
  // PGlite catches what its loop throws and restores the stack: the one place from which an error gets out of it.
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
