import { groupCommit, type StoreLines } from '../append-log/group-commit.ts';
import type { Store } from '../database/store.ts';
import { ingestLines } from '../ingest/ingest-lines.ts';
import { formatInstant, type Instant, isoInstant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import type { CaptureLog } from './capture-log.ts';
import { unreadableCallbacks } from './unreadable-callbacks.ts';

/** How long records are gathered, so that a transaction takes many. */
const GATHER_MILLISECONDS = 100;

/**
 * Records that go straight into the store: each group is a source of its own, `capture TIME number`, and is kept by one
 * transaction before its callbacks are acknowledged. Callbacks with a wrong signature go there too, with their verdict.
 */
export function storeLog(
  store: Store,
  settings: Settings,
  now: () => Instant,
  onStored: (lines: number) => void,
): CaptureLog {
  let groups = 0;
  const keep: StoreLines = async (lines) => {
    groups += 1;
    const readAt = now();
    const name = `capture ${isoInstant(formatInstant(readAt))} ${groups}`;
    await ingestLines(store, settings, { name, bytes: Buffer.from(lines.join('')), readAt });
    onStored(lines.length);
  };
  const lines = groupCommit(keep, GATHER_MILLISECONDS);
  // Each waits for what it appended only; what waits is counted once.
  const uncounted = { ...lines, waiting: () => 0 };
  const unreadable = unreadableCallbacks(store, settings, keep);
  return {
    ...{ callbacks: lines, unverified: uncounted, payIns: uncounted, unreadable },
    close: async () => {
      await lines.flush();
      await unreadable.flush();
    },
  };
}
