import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { repoint } from './latest-link.ts';
import type { Publication, PublishRequest } from './publication.ts';
import { restoreMissing, sweep } from './publish.ts';
import { versionsOf } from './versions.ts';

/**
 * Prepares what a run publishes of a closed date and region: nothing new. Its newest version is final. A version that
 * is missing in the folder is written again as it was, unless its records were purged.
 * @param purgedEntry the entry of the audit trail by which they were; undefined if they were not
 * @throws Fault FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT, VERSION_LOST
 */
export async function prepareFinal(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
  purgedEntry: number | undefined,
): Promise<Publication[]> {
  const { date, region } = scope;
  const parent = join(request.out, date, regionFolder(region));
  await sweep(parent);
  const versions = await versionsOf(session, scope);
  const version = versions[0]?.version ?? null;
  const restored = purgedEntry !== undefined ? [] : await restoreMissing(session, request, scope, versions);
  const folder = version === null ? parent : join(parent, `v${version}`);
  const closed: Publication = {
    date,
    region,
    version,
    state: 'closed',
    ...(purgedEntry === undefined ? {} : { purgedEntry }),
    folder,
    files: [],
    place: async () => {
      if (version !== null && (restored.length > 0 || existsSync(folder))) await repoint(parent);
    },
    discard: async () => undefined,
  };
  return [...restored, closed];
}
