/**
 * Refuses more than one of several ways to give a value.
 * @param said the settings as they were given, of any form
 * @param wrong is called for each way but the first
 */
export function refuseSeveral(
  said: unknown,
  ways: readonly string[],
  wrong: (way: string, message: string) => void,
): void {
  const given = ways.filter((way) => Object(said)[way] !== undefined);
  for (const way of given.slice(1)) wrong(way, `only one of ${ways.join(', ')}`);
}
