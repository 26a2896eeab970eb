/**
 * Keeps what a page shows while nothing in the store has changed: the overview of a year takes longer to read than
 * people wait, and is the same for all who see the same merchants.
 */
export interface Remembered {
  /**
   * What was read for a key at a stamp; read if it was not. Requests that come at once wait for one reading. Do not call
   * it within a session: the reading that it waits for may itself wait for that session to end.
   * @param stamp changes with whatever the result depends on
   */
  read<T>(stamp: string, key: string, read: () => Promise<T>): Promise<T>;
}

export function remembered(mostEntries = 500): Remembered {
  const entries = new Map<string, { readonly stamp: string; readonly value: Promise<unknown> }>();
  return {
    read: <T>(stamp: string, key: string, read: () => Promise<T>): Promise<T> => {
      const known = entries.get(key);
      if (known?.stamp === stamp) return known.value as Promise<T>;
      const value = read();
      entries.delete(key);
      entries.set(key, { stamp, value });
      // What failed is read again by the next request.
      value.catch(() => {
        if (entries.get(key)?.value === value) entries.delete(key);
      });
      if (entries.size > mostEntries) entries.delete(entries.keys().next().value!);
      return value;
    },
  };
}
