import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { sourceSettings } from '../source-settings.ts';
import { openMerchant } from './merchant-database.ts';
import { readQueryColumns } from './query-columns.ts';

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
  const merchant = await openMerchant(source, workingDirectory);
  try {
    const { plan } = await readQueryColumns(merchant, source, sourceSettings(source, settings));
    return { address: merchant.address, columns: plan.containers.length + plan.fields.length };
  } finally {
    await merchant.close();
  }
}
