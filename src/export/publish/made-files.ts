import { join } from 'node:path';
import { FACTS, REPORTS } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import type { Session } from '../../database/store.ts';
import { sha256Of } from '../../sha256.ts';
import { DATAPACKAGE, datapackageText, hasDatapackage } from './datapackage.ts';
import { buildManifest } from './manifest.ts';
import { digestIn, type PublishedFiles } from './published-files.ts';
import { writeManifest, writeReports } from './stage.ts';
import { MANIFEST, type WrittenFile, type WrittenReport } from './version-files.ts';
import { countingFacts, factsDigest, filesDigest, ONLY_WITH_ROWS, type Version } from './versions.ts';
import { writeDurably } from './write-durably.ts';
import { fileNameOf } from './write-report.ts';

/** The files of a version that were made again. */
export interface MadeFiles {
  /** Of all files that the version has; the manifest is the last. */
  readonly names: readonly string[];
  /** Of those that were made with the bytes that were published. */
  readonly proven: ReadonlySet<string>;
  /** The reports among those that were made. */
  readonly files: readonly WrittenFile[];
  /** Which of manifest and datapackage are in the folder and differ from what was published. */
  readonly changed: readonly string[];
}

/** The files that a version made now would have. */
export function namesByStore(then: ReportScope, { format, profile }: Version): string[] {
  const reports = shownReports(then).map((report) => fileNameOf(report, { format, profile }));
  return [...reports, ...(hasDatapackage(then) ? [DATAPACKAGE] : []), MANIFEST];
}

interface Listed {
  readonly folder: string;
  readonly stage: string;
  readonly published: PublishedFiles;
  readonly missing: readonly string[];
}

/** Makes the missing files of a version whose manifest is in its folder. A file is proven by the manifest. */
export async function makeListed(
  session: Session,
  then: ReportScope,
  known: Version,
  { folder, stage, published, missing }: Listed,
): Promise<MadeFiles> {
  const { version, profile, format, adopted_entry } = known;
  const form = { profile, format };
  const { names, files: listed, datapackage, text } = published;
  const reports = REPORTS.filter((report) => missing.includes(fileNameOf(report, form)));
  const written = await writeReports(session, reports, then, form, stage);
  const files = written.map(({ file }) => file);
  const proven = new Set<string>();
  for (const { name, sha256 } of files)
    if (listed.some((one) => one.name === name && one.sha256 === sha256)) proven.add(name);

  const isOfReports = listed.every(({ name }) => REPORTS.some((one) => fileNameOf(one, form) === name));
  const described = isOfReports ? datapackageText(then, { version, ...form, files: listed }) : '';
  if (missing.includes(DATAPACKAGE) && sha256Of(described) === datapackage) {
    await writeDurably(join(stage, DATAPACKAGE), (write) => write(described));
    proven.add(DATAPACKAGE);
  }
  const changed: string[] = [];
  if (datapackage !== undefined && !missing.includes(DATAPACKAGE))
    if ((await digestIn(folder, DATAPACKAGE)) !== datapackage) changed.push(DATAPACKAGE);
  // Another store made the manifest of an adopted version: its digest was kept. Where this store does not make the files, it
  // does not make the manifest either.
  if (adopted_entry === null && isOfReports && missing.every((name) => proven.has(name))) {
    const manifest = await buildManifest(session, then, { version, ...form, files: listed });
    if (manifest !== text) changed.push(MANIFEST);
  }
  return { names, proven, files, changed };
}

/**
 * Makes all files of a version whose manifest is missing or changed. They are proven by the digest of the version's files;
 * where that was not kept, or differs, only facts are, by their own digest.
 */
export async function makeAll(
  session: Session,
  then: ReportScope,
  known: Version,
  folder: string,
  stage: string,
): Promise<MadeFiles> {
  const { version, profile, format, files_sha256, adopted_entry } = known;
  const form = { profile, format };
  const written = await writeReports(session, adopted_entry === null ? REPORTS : FACTS, then, form, stage);
  const files = written.map(({ file }) => file);
  if (adopted_entry === null && files_sha256 !== null && filesDigest(files) === files_sha256) {
    await writeManifest(session, then, { version, ...form, files }, stage);
    const names = namesByStore(then, known);
    const changed: string[] = [];
    for (const name of [DATAPACKAGE, MANIFEST]) {
      const found = names.includes(name) ? await digestIn(folder, name) : undefined;
      if (found !== undefined && found !== (await digestIn(stage, name))) changed.push(name);
    }
    return { names, proven: new Set(names), files, changed };
  }
  const isChanged = (await digestIn(folder, MANIFEST)) !== undefined;
  const proven = provenFacts(written, known);
  // A version of an earlier program may never have had a report without rows that was added later.
  const mayNeverHaveBeen = new Set(
    [...ONLY_WITH_ROWS].map((name) => `${name}.${format}`).filter((name) => !proven.has(name)),
  );
  const names = namesByStore(then, known).filter((name) => !mayNeverHaveBeen.has(name));
  return { names, proven, files, changed: isChanged ? [MANIFEST] : [] };
}

/** The files of facts whose bytes the digest of the facts covers. */
function provenFacts(written: readonly WrittenReport[], known: Version): Set<string> {
  const { profile, format, facts_sha256 } = known;
  if (profile !== 'standard' || format !== 'csv' || factsDigest(written) !== facts_sha256) return new Set();
  return new Set(countingFacts(written).map(({ file }) => file.name));
}
