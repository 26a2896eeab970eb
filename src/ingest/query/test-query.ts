import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { sourceSettings } from '../source-settings.ts';
import { readQueryColumns } from './query-columns.ts';
import { openSourceDatabase } from './source-database.ts';

/**
 * Checks that the database of a query can be reached and its columns are known; reads no row.
 * @returns host, port and database, and how many columns are read
 * @throws Fault SOURCE_UNREACHABLE, SOURCE_QUERY, SECRET_UNAVAILABLE, SETTINGS_INVALID
 */
export async function testQuery(
  source: SourceSettings,
  settings: Settings,
  workingDirectory: string,
): Promise<{ readonly address: string; readonly columns: number }> {
  const database = await openSourceDatabase(source, workingDirectory);
  try {
    const { plan } = await readQueryColumns(database, source, sourceSettings(source, settings));
    return { address: database.address, columns: plan.containers.length + plan.fields.length };
  } finally {
    await database.close();
  }
}
