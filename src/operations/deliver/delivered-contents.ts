import { createHash } from 'node:crypto';
import type { Report } from '../../../reports/report.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import type { DownloadSource } from '../../books/download/download.ts';
import { publishedVersion, type VersionFile, wantedVersion } from '../../books/download/published-version.ts';
import { publishedDownload, reportDownload } from '../../books/download/report-download.ts';
import { manifestOf } from '../../books/download/version-archive.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { type DescribedFile, describedText, hasDatapackage } from '../../export/publish/datapackage.ts';
import { templateOf } from '../../settings/deliveries.ts';
import {
  CHECKSUMS,
  datapackageNameBy,
  manifestNameBy,
  nameBy,
  SIGNATURE_END,
} from '../../settings/name-template.ts';
import { FORMATS } from '../../settings/output-formats.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Delivery } from '../../settings/schema.ts';
import type { WaitingVersion } from './delivery-list.ts';
import { splitPath } from './place.ts';

/** A file to send. */
export interface DeliveredContent {
  /** Its path below the place. */
  readonly path: string;
  readonly blocks: AsyncIterable<Buffer>;
  /** The whole content, if it is small and gets a signature of its own. */
  readonly toSign?: Buffer;
}

/**
 * The files of a version that a delivery takes, one after the other: the published bytes where the version was published
 * in that form, else made from the store, and so for the rows of some merchants. A Data Package describes them. The
 * manifest goes with the files of all merchants; it has totals of all of them.
 * @throws Fault NOTHING_REPORTED, VERSION_PURGED, FILE_CHANGED, STORE_LOCKED; also while a content is read
 */
export async function* deliveredContents(
  source: DownloadSource,
  delivery: Delivery,
  { date, region, version }: WaitingVersion,
): AsyncGenerator<DeliveredContent> {
  const { profile, formats } = delivery;
  const merchants = delivery.merchants.length === 0 ? undefined : delivery.merchants;
  const template = templateOf(delivery);
  const parts = { region: regionFolder(region), date, version };
  const wanted = { region, date, version };
  const known = await readAtOnce(source.store, (session) => wantedVersion(session, wanted));
  const published =
    merchants === undefined
      ? await readAtOnce(source.store, (session) => publishedVersion(session, source.settings.out, wanted))
      : undefined;
  const ofStatements = known.has_statements;
  const described: DescribedFile[] = [];
  for (const format of formats) {
    const isPublished = known.profile === profile && known.format === format;
    const reports = takenReports(delivery, ofStatements, isPublished ? published?.files : undefined);
    for (const { report, file } of reports) {
      const download =
        file === undefined
          ? await reportDownload(source, { ...wanted, report, form: { profile, format }, merchants })
          : await publishedDownload(source, known, file);
      const path = nameBy(template, { ...parts, report: report.name, format });
      described.push({ report: report.name, path, format });
      yield { path, blocks: download.stream() };
    }
  }
  if (hasDatapackage(known)) {
    const path = datapackageNameBy(template, parts);
    const below = path.length - splitPath(path).name.length;
    const files = described.map((file) => ({ ...file, path: file.path.slice(below) }));
    const digests = `Digests are in ${CHECKSUMS}.`;
    const text = describedText(
      { date, region, ofStatements, schema: known.schema },
      { version, profile, files, digests },
    );
    yield { path, blocks: once(Buffer.from(text)) };
  }
  if (published === undefined) return;
  const text = Buffer.from(await manifestOf(source, published));
  yield { path: manifestNameBy(template, parts), blocks: once(text), toSign: text };
}

interface TakenReport {
  readonly report: Report;
  /** Its published file; undefined where it is made from the store. */
  readonly file: VersionFile | undefined;
}

/** @param published the files of the version, where it was published in the form that is delivered */
function takenReports(
  { reports }: Delivery,
  ofStatements: boolean,
  published: readonly VersionFile[] | undefined,
): TakenReport[] {
  const taken = shownReports({ ofStatements })
    .filter(({ name }) => reports.length === 0 || reports.includes(name))
    .map((report) => ({ report, file: published?.find((one) => one.report === report.name) }));
  // The program did not have the others when it published the version.
  return published === undefined ? taken : taken.filter(({ file }) => file !== undefined);
}

/**
 * All paths that the template of a delivery can give to files of a version, whichever of them it takes: reports in any
 * format, the manifest with its signature, and the Data Package.
 */
export function pathsOfVersion(delivery: Delivery, { date, region, version }: WaitingVersion): Set<string> {
  const template = templateOf(delivery);
  const parts = { region: regionFolder(region), date, version };
  const manifest = manifestNameBy(template, parts);
  const reports = FORMATS.flatMap((format) =>
    shownReports({ ofStatements: true }).map(({ name }) =>
      nameBy(template, { ...parts, report: name, format }),
    ),
  );
  return new Set([...reports, manifest, `${manifest}${SIGNATURE_END}`, datapackageNameBy(template, parts)]);
}

export async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** Passes a content on, and measures it. */
export function measured(blocks: AsyncIterable<Buffer>) {
  const digest = createHash('sha256');
  let bytes = 0;
  async function* passed(): AsyncGenerator<Buffer> {
    for await (const block of blocks) {
      digest.update(block);
      bytes += block.length;
      yield block;
    }
  }
  return { blocks: passed(), measure: () => ({ bytes, sha256: digest.copy().digest('hex') }) };
}
