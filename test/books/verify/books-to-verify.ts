import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verified } from '../../../src/books/verify/verified.ts';
import { type VerifyRequest, verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { DATE, EVIDENCE, feed, LATE_CALLBACK, MORNING, NOON, publish, SETTINGS } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';

export interface Books {
  readonly store: Store;
  /** Opens the store once more, as another process does. */
  open(): Promise<Store>;
  readonly folder: string;
  /** Folder of the reports. */
  readonly out: string;
  /** What is found of the date, all versions of it unless told otherwise. */
  look(request?: Partial<VerifyRequest>): Promise<readonly Verified[]>;
  /** What deviates of it. */
  deviations(request?: Partial<VerifyRequest>): Promise<ReturnType<typeof deviationsOf>>;
}

/**
 * Books whose date has two versions of Brazil and one of Egypt; a late callback made the second.
 * Gone with the test, or with the block that asked for them.
 */
export async function booksToVerify(engine: Engine): Promise<Books> {
  const { open, folder } = await engine.prepared('books to verify', publishTwice);
  const store = await open();
  const out = join(folder, 'reports');
  const look = (request: Partial<VerifyRequest> = {}) =>
    verify(store, SETTINGS, { dates: [DATE], out, ...request });
  return { store, open, folder, out, look, deviations: async (request) => deviationsOf(await look(request)) };
}

async function publishTwice(store: Store, folder: string): Promise<void> {
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  await publish(store, out, MORNING);
  await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
  await publish(store, out, NOON);
}

/** Changes a file's text; what is to be changed must be there. */
export function change(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${path} does not hold ${from}`);
  writeFileSync(path, changed);
}

export function states(results: readonly Verified[]): Record<string, string> {
  return Object.fromEntries(results.map(({ subject, state }) => [subject, state]));
}
