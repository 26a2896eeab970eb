import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Account, Right } from '../access/account.ts';
import type { Store } from '../database/store.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Job } from '../operations/schedule/job.ts';
import type { Settings } from '../settings/schema.ts';
import type { Formats, Language } from '../texts/formats.ts';
import type { Remembered } from './remembered.ts';

/** What every page of a server shares. */
export interface Site {
  readonly settings: Settings;
  readonly store: Store;
  /** Folder of published reports, absolute. */
  readonly out: string;
  readonly workingDirectory: string;
  readonly now: () => Instant;
  readonly log: Logger;
  /** The jobs that a schedule runs, for people to see when. */
  readonly jobs: readonly Job[];
  readonly remembered: Remembered;
  /** The stamp of the store as it is now, see src/books/shown/store-stamp.ts; requests that come at once share it. */
  readonly stamp: () => Promise<string>;
  /** Whether the page was closed, so that nobody gets an answer any more. */
  readonly isClosed: () => boolean;
}

export type PageContext = Context<{ Bindings: HttpBindings }>;

/** What is known of the way that a request came. */
export interface Way {
  /** Address of the client: of the connection, or as a named proxy gives it. */
  readonly client: string;
  /** Whether the connection is one of a named proxy. */
  readonly isByProxy: boolean;
  /** Whether that proxy says that the client came to it by TLS. */
  readonly isTlsAtProxy: boolean;
}

/** One request, whoever makes it. */
export interface Visit extends Site {
  readonly context: PageContext;
  /** The address as the browser has it. */
  readonly url: URL;
  /** Where a browser can open the page again; for the answer to a form, the pages above it, nearest first. */
  readonly openAt: readonly string[];
  readonly language: Language;
  readonly formats: Formats;
  /** Who has signed in; undefined on public pages. */
  readonly account: Account | undefined;
  /** Ties forms to the session; undefined where nobody has signed in, or by an access token. */
  readonly formToken: string | undefined;
  readonly sessionHash: string | undefined;
  /** How the request came: from which address, and whether by a named proxy. */
  readonly way: Way;
  /** Whether the browser came by TLS: cookies are then sent by TLS only. */
  readonly isTls: boolean;
}

/** A request of somebody who has signed in. */
export interface SignedInVisit extends Visit {
  readonly account: Account;
}

interface RouteOf<V extends Visit, R> {
  readonly method: 'GET' | 'POST';
  /** As Hono has it: `/dates/:region/:date`. */
  readonly path: string;
  /** The right that it takes; `public` for everybody, `signed-in` for everybody who has signed in. */
  readonly right: R;
  /** Whether it gives a file, which no other site may make a browser fetch. */
  readonly isDownload?: boolean;
  /** Largest form that it takes, if it is larger than others. */
  readonly largestFormBytes?: number;
  handle(visit: V): Promise<Response>;
}

/** One address of the page. What is not in the list of routes.ts is not served. */
export type Route = RouteOf<Visit, 'public'> | RouteOf<SignedInVisit, Right | 'signed-in'>;
