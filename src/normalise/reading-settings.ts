import { isStated } from '../contract/statement-fields.ts';
import type { Settings } from '../settings/schema.ts';
import { sha256Of } from '../sha256.ts';
import { tableOfSource } from './issuer.ts';

/**
 * The edition of the rules by which this program reads kept texts. It is raised whenever the same text and settings
 * are read differently than before, so that `renormalise` finds what an earlier edition read. 2: a time may be
 * however long before its reference, an amount without a currency is unreadable, an expiryPeriod of more than a year
 * does not count. 3: in the text of a bank, numbers of persons that are joined to a word are masked. 4: the fee of
 * any row of a statement is one that was given back if its net amount says so. Migration 000047 counted sources of editions
 * 2 and 3 that have no such records as read by edition 4. 5: in the text of a bank, numbers of persons are masked however they
 * are divided, also over several words, and telephone numbers of Brazil and Egypt, and XCG and XAD are codes of ISO 4217. Migration
 * 000056 counted sources of edition 4 that have no such records as read by edition 5.
 */
export const READING_RULES = 5;

/**
 * SHA-256 over the settings by which kept texts of a source are interpreted. Where it differs from that of a stored source, the
 * source was read by other settings, and `renormalise` applies the current ones. It is the same for all sources with rows of
 * statements or banks, and for all without: the own table of the one that is being read counts as part of the setting sources
 * only.
 * @param hasRows whether the source has such rows: no table bears on one without
 */
export function readingSettingsDigest(settings: Settings, hasRows = true): string {
  const bearing = {
    regions: settings.regions.map(({ exclusive: _exclusive, ...region }) => region),
    logsZone: settings.logs.zone,
    allowedSkewSeconds: settings.allowedSkewSeconds,
  };
  // Without such tables the digest is that of a program that knew none.
  const ofSources = new Set(settings.sources.map(({ name }) => tableOfSource(name)));
  const stated = Object.entries(settings.map).flatMap(([name, table]) =>
    typeof table === 'object' && isStated(table.kind) && !ofSources.has(name)
      ? [[name, table.unit, table.zone, table.words]]
      : [],
  );
  const sources = settings.sources.flatMap(({ name, kind, unit, zone, words }) =>
    isStated(kind) ? [[name, unit, zone, words]] : [],
  );
  const tables = [...stated, ...sources];
  if (hasRows && tables.length > 0) Object.assign(bearing, { tables });
  return sha256Of(JSON.stringify(bearing));
}
