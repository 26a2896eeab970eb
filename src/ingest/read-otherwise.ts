import { type RawBuilder, sql } from 'kysely';
import { readingSettingsDigest } from '../normalise/reading-settings.ts';
import type { Settings } from '../settings/schema.ts';

/** Whether a row of sources has rows of statements or banks. Where all have dates to come, it has records but no coverage. */
const IS_STATED = sql`(
  sources.source_id in (select source_id from source_coverage where kind in ('statement', 'bank'))
  or sources.accepted + sources.duplicate > 0
    and sources.source_id not in (select source_id from source_coverage where kind in ('pay-in', 'callback'))
)`;

/** Whether a row of sources was read by other settings than these. An earlier program kept no digest: ''. */
export function isReadOtherwise(settings: Settings): RawBuilder<boolean> {
  const [stated, logs] = [readingSettingsDigest(settings), readingSettingsDigest(settings, false)];
  return sql`(
    sources.normalised_by not in ('', ${stated}, ${logs})
    or sources.normalised_by = ${logs} and ${stated}::text <> ${logs}::text and ${IS_STATED}
  )`;
}

/** The digest of the settings by which a row of sources was read again. */
export function digestOfRead(settings: Settings): RawBuilder<string> {
  const [stated, logs] = [readingSettingsDigest(settings), readingSettingsDigest(settings, false)];
  return sql`case when ${IS_STATED} then ${stated} else ${logs} end`;
}
