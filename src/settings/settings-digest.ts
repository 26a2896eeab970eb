import { sha256Of } from '../sha256.ts';
import type { Settings } from './schema.ts';
import { BANK_DAYS, GRACE_SECONDS } from './statements.ts';

/** SHA-256 over the settings that affect results; addresses, folders and schedules do not. */
export function settingsDigest(settings: Settings): string {
  const { statements, bank, fees, ...others } = bearingSettings(settings);
  // Their defaults leave the digest as it was before there were statements.
  const ofStatements = {
    ...(statements.graceSeconds === GRACE_SECONDS ? {} : { statements }),
    ...(bank.days === BANK_DAYS ? {} : { bank }),
    ...(fees.length === 0 ? {} : { fees }),
  };
  return sha256Of(canonicalJson({ ...others, ...ofStatements }));
}

/** The settings that affect results. */
export function bearingSettings(settings: Settings) {
  const {
    data: _data,
    out: _out,
    databaseUrl: _url,
    databaseUrlFile: _urlFile,
    databaseUrlCommand: _urlCommand,
    coverage: _coverage,
    ingest: _ingest,
    reconcile: _reconcile,
    sources: _sources,
    jobs: _jobs,
    watch: _watch,
    alerts: _alerts,
    deliveries: _deliveries,
    signing: _signing,
    monitor: _monitor,
    page: _page,
    decisions: _decisions,
    signatures: _signatures,
    capture: _capture,
    sandbox: _sandbox,
    export: _export,
    csv: _csv,
    map: _map,
    ...bearing
  } = settings;
  return bearing;
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
