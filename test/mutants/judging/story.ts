import type { Session, Store } from '../../../src/database/store.ts';

/** Puts a part of a story's evidence into the tables. */
export type Load = (part: number) => Promise<void>;

/** Evidence that a test reads, and how it judges it. */
export interface Story<Judged = unknown> {
  readonly name: string;
  /** Reads it into an empty store, in parts. @param folder for files */
  read(store: Store, folder: string): AsyncGenerator<void>;
  /** How it is judged, within a transaction: in the one way, or in several that have to come to the same. */
  readonly ways: ReadonlyArray<(session: Session, load: Load) => Promise<Judged>>;
  /** What the test compares, as text. Throws what else the test finds wrong. */
  shown(session: Session, judged: Judged): Promise<string>;
  /** What the text has to be; absent if the test compares the ways with each other. */
  readonly expected?: string;
}
