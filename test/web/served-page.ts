import { afterAll, onTestFinished, TestRunner } from 'vitest';
import type { Role } from '../../src/access/account.ts';
import { addUser } from '../../src/access/change-users.ts';
import { now } from '../../src/clock.ts';
import type { Store } from '../../src/database/store.ts';
import { storeInTurn } from '../../src/database/store-in-turn.ts';
import { createLog } from '../../src/log.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import type { Job } from '../../src/operations/schedule/job.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { type PageLimits, startPage } from '../../src/web/start-page.ts';
import { type Client, clientOf } from './page-client.ts';

export type { Client };

export const PASSWORD = 'orchard-lantern-42';

export interface ServedPage {
  readonly url: string;
  readonly store: Store;
  /** Lines of the page's log. */
  readonly log: string[];
  addUser(name: string, role: Role, merchants?: readonly string[]): Promise<void>;
  /** A browser without scripts that keeps cookies and follows no redirect. */
  client(): Client;
  /** A client that has signed in as a user of {@link addUser}. */
  signedIn(name: string): Promise<Client>;
  close(): Promise<void>;
}

interface ServeOptions {
  readonly out: string;
  readonly at?: () => Instant;
  readonly jobs?: readonly Job[];
  readonly limits?: Partial<PageLimits>;
  readonly listen?: string;
  /** How long a request waits while a run holds the embedded store. */
  readonly patienceMilliseconds?: number;
}

/** Serves the page of a store on a free port of loopback, until the test or the block ends. */
export async function servePage(
  opened: Store,
  settings: Settings,
  { out, at = now, jobs = [], limits, listen = '127.0.0.1:0', patienceMilliseconds }: ServeOptions,
): Promise<ServedPage> {
  const store = storeInTurn(opened, patienceMilliseconds);
  const log: string[] = [];
  const site = {
    settings: { ...settings, page: { ...settings.page, listen } },
    ...{ store, out, workingDirectory: process.cwd(), now: at, jobs },
    log: createLog({ write: (line: string) => void log.push(line) }),
  };
  const page = await startPage(site, limits);
  const after = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await page.close();
    isClosed = true;
  };
  after(close);
  const client = () => clientOf(page.url);
  return {
    ...{ url: page.url, store, log, client, close },
    addUser: async (name, role, merchants) => {
      await addUser(store, { at: at(), who: 'test' }, { name, role, merchants, password: PASSWORD });
    },
    signedIn: async (name) => {
      const visitor = client();
      const answer = await visitor.send('/sign-in', '/sign-in', { name, password: PASSWORD });
      if (answer.status !== 303) throw new Error(`${name} could not sign in: ${answer.status}`);
      return visitor;
    },
  };
}
