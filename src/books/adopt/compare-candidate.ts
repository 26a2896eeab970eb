import { FACTS, STATES } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { freshSumsOf } from '../../export/date-sums.ts';
import { buildManifest } from '../../export/publish/manifest.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import { compareFields } from '../verify/compare-fields.ts';
import type { Deviation } from '../verify/verified.ts';
import { reportsByStore } from '../verify/version-by-store.ts';
import type { Candidate } from './candidates.ts';

/**
 * Fields of a manifest that follow from the facts. The other fields describe how the version was made: settings,
 * program, sources, decisions. Two stores may differ in these and still have the same facts.
 */
const OF_FACTS = /^(schema|date|region|version|as_of|totals|profile|format)\b/;

/** The result of comparing a version folder with what this store would publish. */
export interface Compared {
  readonly scope: ReportScope;
  /** Digest of the facts that this store computes. */
  readonly facts: string;
  readonly deviations: readonly Deviation[];
  /** Files other than the facts that this store would write differently. */
  readonly others: readonly string[];
}

/** Builds a version's reports as a run would, without writing them, and compares its folder with them. */
export async function compareCandidate(
  session: Session,
  scope: ReportScope,
  candidate: Candidate,
): Promise<Compared> {
  const { version, form, manifest } = candidate;
  const published = { ...candidate, version: form, scope };
  const { deviations, facts } = await reportsByStore(session, published, FACTS);
  const states = await reportsByStore(session, published, STATES);
  const files = manifest.files.map(({ name, rows = 0, bytes = 0, sha256 = '' }) => ({
    name,
    rows,
    bytes,
    sha256,
  }));
  const expected = await buildManifest(session, scope, { ...form, version, files }, freshSumsOf(scope));
  const where = `${candidate.where}/${MANIFEST}`;
  const fields = [...compareFields(JSON.parse(expected), manifest.content)];
  const ofFacts = fields.filter(({ path }) => OF_FACTS.test(path));
  return {
    scope,
    facts,
    deviations: [
      ...deviations,
      ...ofFacts.map(({ path, expected, actual }) => ({ where, what: path, expected, actual })),
    ],
    others: [
      ...states.deviations.map((one) => one.where.slice(candidate.where.length + 1)),
      ...(expected === manifest.text ? [] : [MANIFEST]),
    ],
  };
}
