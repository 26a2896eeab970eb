import { readAtOnce } from '../../database/store-in-turn.ts';
import type { Form } from '../../export/profile.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { type FindingFilter, newestAsOf } from '../findings/current-findings.ts';
import { findingsFile } from '../findings/findings-file.ts';
import { listFindings } from '../findings/listed-findings.ts';
import type { Download, DownloadSource } from './download.ts';
import { downloadName } from './download-name.ts';
import { madeFromStore } from './from-store.ts';

export interface WantedFindings {
  /** With `merchants` for a reader who may see only some. */
  readonly filter: FindingFilter;
  readonly form: Form;
}

/**
 * The current findings that match a filter, as `payin-recon findings list --csv` writes them; its name has the UTC date
 * of the newest run's as-of.
 * @throws Fault STORE_LOCKED
 */
export async function findingsDownload(
  source: DownloadSource,
  { filter, form }: WantedFindings,
): Promise<Download> {
  const asOf = await readAtOnce(source.store, newestAsOf);
  const fileName =
    asOf === undefined
      ? `findings.${form.format}`
      : downloadName({
          report: 'findings',
          region: filter.region,
          of: { asOf: isoInstant(asOf).slice(0, 10) },
          end: form.format,
        });
  return madeFromStore(source, fileName, async function* (session) {
    yield* findingsFile(await listFindings(session, filter), source.settings, form);
  });
}
