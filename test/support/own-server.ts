import { describe } from 'vitest';
import { findServerPrograms, type Server, startServer } from './postgres-server.ts';

const programs = findServerPrograms();

/**
 * Runs tests that must not affect the shared server: restarts, a standby, a full disk. They are skipped if this machine
 * has no PostgreSQL server programs.
 * @param define receives a function that starts a server; the test must stop it
 */
export function onOwnServer(
  title: string,
  define: (start: (settings?: Readonly<Record<string, string | number>>) => Promise<Server>) => void,
): void {
  describe.skipIf(programs === undefined)(title, () =>
    define((settings) => startServer(programs!, settings)),
  );
}
