/** Why there is no connection to a database, for messages. */
export interface Reason {
  readonly found: string;
  /** What gave the address takes the place of ORIGIN. */
  readonly remedy?: string;
}

export const ORIGIN = '{origin}';
