import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Store } from '../../../src/database/store.ts';
import { addSeconds } from '../../../src/normalise/instant.ts';
import { ship } from '../../../src/operations/deliver/ship.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { EVIDENCE, feed, instant, LATE_CALLBACK, NOON, publish } from '../../export/books.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Input = Readonly<Record<string, unknown>>;

/** When deliveries of these tests begin. */
export const AT = instant('2026-11-20T16:00:00Z');
export const later = (seconds: number) => addSeconds(AT, seconds);

/** A store with one date published, and the folder of its reports. */
export async function publishedStore(
  store: Store,
): Promise<{ readonly folder: string; readonly out: string }> {
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/a.ndjson'), EVIDENCE);
  await publish(store, out);
  return { folder, out };
}

/** Publishes a second version of the date. */
export async function restate(store: Store, { folder, out }: { folder: string; out: string }): Promise<void> {
  await feed(store, join(folder, 'logs/b.ndjson'), [LATE_CALLBACK], '2026-11-20T14:30:00Z');
  await publish(store, out, NOON);
}

export function deliverySettings(out: string, deliveries: readonly Input[], others: Input = {}): Settings {
  return parseSettings({ out, deliveries, ...others });
}

/** Sends what is due so many seconds after {@link AT}. */
export function shipAfter(store: Store, settings: Settings, seconds: number, more: { date?: string } = {}) {
  return ship(store, settings, {
    now: () => later(seconds),
    workingDirectory: '/',
    timeoutMilliseconds: 600_000,
    ...more,
  });
}

/** What sha256sum says about a folder's SHA256SUMS. */
export function sha256sum(folder: string): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return { code: status, said: stdout + stderr };
}
