import { describe } from 'vitest';
import { findServerPrograms, type Server, startServer } from './postgres-server.ts';

const programs = findServerPrograms();

/**
 * For what must not happen to the server that all tests share: restarts, a standby, a full disk. Skipped where no
 * server programs are on this machine.
 * @param define is given what starts a server; who starts one stops it
 */
export function onOwnServer(
  title: string,
  define: (start: (settings?: Readonly<Record<string, string | number>>) => Promise<Server>) => void,
): void {
  describe.skipIf(programs === undefined)(title, () =>
    define((settings) => startServer(programs!, settings)),
  );
}
