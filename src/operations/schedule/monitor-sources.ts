import { connect } from '../../database/open-store.ts';
import type { Store } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { isEmbedded } from '../../settings/secret.ts';
import type { MonitorSources } from '../monitor/answers.ts';
import type { Snapshot } from '../monitor/monitor-snapshot.ts';
import { readSnapshot } from '../monitor/read-snapshot.ts';
import type { DueRequest } from './run-due.ts';

const NOT_YET = 'the schedule has not had it open yet';

/** The monitor's data source. */
export interface SnapshotSource {
  /** Takes a snapshot of a store that is already open, between runs. */
  readonly refresh: (store: Store) => Promise<void>;
  readonly sources: Pick<MonitorSources, 'snapshot' | 'ready'>;
}

/**
 * The functions that the monitor calls. A server is read on request. An embedded store can be used by one process at a
 * time, so the monitor shows it as it was when the schedule last had it open.
 */
export function monitorSources(
  request: Pick<DueRequest, 'settings' | 'workingDirectory' | 'now' | 'log'>,
): SnapshotSource {
  const { settings, workingDirectory, now, log } = request;
  const isOwn = isEmbedded(settings);
  let last: Snapshot | undefined;
  const lookAt = (store: Store) => store.apart((session) => readSnapshot(session, settings, now()));
  const withServer = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await connect(settings, workingDirectory);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  const snapshot = async (): Promise<Snapshot> => {
    if (!isOwn) return withServer(lookAt);
    if (last === undefined) throw new Fault('DATABASE_UNREACHABLE', { where: settings.data, found: NOT_YET });
    return last;
  };
  return {
    refresh: async (store) => {
      if (isOwn) last = await lookAt(store);
    },
    sources: {
      snapshot: () =>
        snapshot().catch((error: unknown) => {
          log.warn({ fault: error }, 'the state of the jobs could not be read');
          throw error;
        }),
      // The monitor reports faults.
      ready: async () => {
        if (isOwn) await snapshot();
        else await withServer(async () => undefined);
        return true;
      },
    },
  };
}
