import { constants } from 'node:buffer';
import { sql } from 'kysely';
import { AGE_BUCKETS, type AgeBucket } from '../../../reports/ageing.ts';
import { findings } from '../../../reports/findings.ts';
import type { ReportScope } from '../../../reports/report.ts';
import { auditHead, NO_HASH } from '../../audit/audit-head.ts';
import { type Coverage, type CoverageGap, readCoverage } from '../../coverage/coverage.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { currencyExponent, formatMajor } from '../../normalise/money.ts';
import type { Severity } from '../../settings/severity.ts';
import { type DateSums, sumsOf } from '../date-sums.ts';
import { type StatedMoney, type StatementSums, statementSums } from '../statement-sums.ts';
import { datapackageText, hasDatapackage, writtenDatapackage } from './datapackage.ts';
import type { Manifest, ManifestGap, ManifestStatements } from './manifest-schema.ts';
import { manifestTotals } from './manifest-totals.ts';
import type { VersionFiles } from './version-files.ts';

interface SourceRow {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: string;
  readonly records: string;
  readonly accepted: string;
  readonly duplicate: string;
  readonly rejected: string;
  readonly complete_until: string | null;
}

/**
 * Describes how a version was made, so that it can be verified later. The same version always has the same manifest.
 * @param sums the sums of the date; the kept ones if absent
 * @throws Fault MANIFEST_LIMIT
 */
export async function buildManifest(
  session: Session,
  scope: ReportScope,
  written: VersionFiles,
  sums?: DateSums,
): Promise<string> {
  const { version, profile, format, files } = written;
  const run = await session.db
    .selectFrom('runs')
    .select(['settings_digest', 'program_version', 'zone_version'])
    .where('run_id', '=', scope.run)
    .executeTakeFirstOrThrow();
  const coverage = await readCoverage(session, scope);
  const manifest: Manifest = {
    schema: scope.schema,
    date: scope.date,
    region: scope.region === '' ? 'other' : scope.region,
    version,
    as_of: isoInstant(scope.asOf),
    settings_sha256: run.settings_digest,
    program: { name: 'payin-recon', version: run.program_version, time_zones: run.zone_version },
    ...coverageFields(coverage),
    sources: await sourcesOf(session, scope, coverage !== undefined),
    totals: await manifestTotals(session, scope, sums ?? (await sumsOf(session, scope))),
    ...statementFields(await statementSums(session, scope)),
    findings: await findingsOf(session, scope),
    audit: await auditOf(session, scope),
    profile,
    format,
    files,
    ...(hasDatapackage(scope) ? { datapackage: writtenDatapackage(datapackageText(scope, written)) } : {}),
  };
  return manifestText(manifest);
}

/**
 * A manifest as text.
 * @param most how many characters it may have
 * @throws Fault MANIFEST_LIMIT
 */
export function manifestText(manifest: Manifest, most = constants.MAX_STRING_LENGTH): string {
  const text = textIfShort(manifest);
  if (text !== undefined && text.length < most) return text;
  throw new Fault('MANIFEST_LIMIT', {
    where: `manifest.json of ${manifest.date} ${manifest.region}`,
    found: `${manifest.sources.length} sources`,
    expected: `a manifest of fewer than ${most} characters`,
  });
}

/** Undefined where the engine has no text as long. */
function textIfShort(manifest: Manifest): string | undefined {
  try {
    return `${JSON.stringify(manifest, null, 2)}\n`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The sources of the run, with their coverage where the run kept it. */
async function sourcesOf(
  session: Session,
  scope: ReportScope,
  withCoverage: boolean,
): Promise<Manifest['sources']> {
  const { rows } = await runSqlFile<SourceRow>(session, 'coverage/030_sources.sql', {
    run: scope.run,
    last_source: scope.lastSource,
    last_entry: scope.lastEntry,
  });
  return rows.map(({ name, sha256, complete_until, ...counts }) => ({
    name,
    sha256,
    bytes: Number(counts.bytes),
    records: Number(counts.records),
    accepted: Number(counts.accepted),
    duplicate: Number(counts.duplicate),
    rejected: Number(counts.rejected),
    ...(withCoverage ? { complete_until: complete_until === null ? null : isoInstant(complete_until) } : {}),
  }));
}

/** Whether the run's sources covered the date; absent in versions from before coverage was kept. */
function coverageFields(
  coverage: Coverage | undefined,
): Pick<Manifest, 'provisional' | 'complete_until' | 'unread_sources' | 'coverage'> {
  if (coverage === undefined) return {};
  return {
    provisional: coverage.provisional,
    complete_until: {
      date_ends: coverage.dateEnds,
      pay_ins: coverage.payInsUntil,
      callbacks: coverage.callbacksUntil,
      quiet_seconds: coverage.quietSeconds,
    },
    ...(coverage.unread.length === 0 ? {} : { unread_sources: coverage.unread }),
    ...(coverage.gaps === undefined ? {} : { coverage: { gaps: coverage.gaps.map(gapFields) } }),
  };
}

function gapFields({ kind, from, to, expected, file, files, waiting }: CoverageGap): ManifestGap {
  return {
    kind,
    from,
    to,
    records_expected: expected,
    ...(file === null ? {} : { missing_file: file, missing_files: files }),
    waiting: waiting.map(({ currency, orders, minor }) => ({ currency, orders, minor })),
  };
}

/** What statements say of the date; nothing in versions whose run knew none. */
function statementFields(sums: StatementSums | undefined): { readonly statements?: ManifestStatements } {
  if (sums === undefined) return {};
  const major = (minor: string, currency: string | null) => formatMajor(minor, currencyExponent(currency));
  const money = ({ currency, orders, minor }: StatedMoney) => ({
    ...{ currency, orders, minor, amount: major(minor, currency) },
  });
  const totals = sums.totals.map(({ currency, orders, statedMinor, feeMinor, netMinor }) => ({
    ...{ currency, orders, stated_minor: statedMinor, stated_amount: major(statedMinor, currency) },
    ...{ fee_minor: feeMinor, fee_amount: major(feeMinor, currency) },
    ...{ net_minor: netMinor, net_amount: major(netMinor, currency) },
  }));
  return {
    statements: {
      totals,
      ...{ stuck_paid: sums.stuckPaid.map(money), expired_paid: sums.expiredPaid.map(money) },
      ...{ only_in_statement: sums.onlyInStatement, not_in_statement: sums.notInStatement },
      owed: sums.owed.map(money),
    },
  };
}

/** Open findings by severity and age, as findings.csv of the same scope lists them. */
async function findingsOf(session: Session, scope: ReportScope): Promise<Manifest['findings']> {
  const listed = findings.select(session.db, scope).clearOrderBy();
  const { rows } = await sql<{ severity: Severity; age_bucket: AgeBucket; findings: string }>`
    select severity, age_bucket, count(*) as findings
    from (${listed}) listed
    group by severity, age_bucket
    order by array_position(array['critical', 'high', 'medium', 'low'], severity),
             array_position(${[...AGE_BUCKETS]}::text[], age_bucket)`.execute(session.db);
  return rows.map((row) => ({ ...row, findings: Number(row.findings) }));
}

/** The newest entry of the audit trail that the version includes, by which the trail up to there can be verified. */
async function auditOf(session: Session, { lastEntry }: ReportScope): Promise<Manifest['audit']> {
  const { entry, hash } = await auditHead(session, lastEntry);
  return { entry: lastEntry, hash: entry === lastEntry ? hash : NO_HASH };
}
