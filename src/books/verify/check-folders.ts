import { FOLDER_NOT_LINK, MOVE_LATEST } from '../../export/publish/latest-link.ts';
import { latestIn } from '../../export/publish/version-folders.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted } from '../../terminal-text.ts';
import { isRunAtWork } from './at-one-moment.ts';
import { unknownVersions } from './unknown-versions.ts';
import type { Verification } from './verification.ts';
import { type Deviation, type Verified, verified } from './verified.ts';

/**
 * Checks the folder of each date and region: it contains no version that the store does not know, and `latest` points
 * to the newest one. A missing version is reported by the check of that version.
 */
export async function checkFolders(verification: Verification): Promise<Verified[]> {
  const places = new Map<string, { date: string; name: string; versions: number[] }>();
  const placeOf = (date: string, name: string) => {
    const place = places.get(`${date}/${name}`) ?? { date, name, versions: [] };
    places.set(`${date}/${name}`, place);
    return place;
  };
  for (const { date, region, version } of verification.known) {
    placeOf(date, regionFolder(region)).versions.push(version);
  }
  for (const { date, name } of verification.folders) placeOf(date, name);
  const unknown = new Map(unknownVersions(verification).map((one) => [one.where, one.versions]));
  const results: Verified[] = [];
  for (const [where, { date, name, versions }] of [...places].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const folder = verification.folders.find((one) => one.date === date && one.name === name);
    const strangers = (unknown.get(where) ?? []).map((version) => ({
      where: `${where}/v${version}`,
      what: 'unknown folder',
      expected: 'no version that the store does not know',
      actual: `a folder v${version}`,
    }));
    const newest = Math.max(0, ...versions);
    const listed = checkLatest(where, newest, folder?.latest);
    // Listed before the store was read: a run may have ended between the two.
    const target = listed.length > 0 && folder !== undefined ? await latestIn(folder.path) : folder?.latest;
    const latest = checkLatest(where, newest, target);
    const found = `${counted(versions.length, 'version')}, latest is ${target ?? 'missing'}`;
    const span = `payin-recon adopt --date ${date} --region ${name}`;
    const remarks = [
      ...(strangers.length === 0
        ? []
        : [`${span} adopts what another store published, if this one computes the same facts.`]),
      ...(target === FOLDER_NOT_LINK ? [MOVE_LATEST] : []),
    ];
    const result = verified(`${date} ${name}`, found, [...strangers, ...latest], remarks);
    const isPending =
      result.state === 'changed' &&
      strangers.length === 0 &&
      (target !== folder?.latest || (await isRunAtWork(verification.session)));
    results.push(isPending ? { ...result, state: 'pending' } : result);
  }
  return results;
}

function checkLatest(where: string, newest: number, latest: string | undefined): Deviation[] {
  const expected = newest === 0 ? undefined : `v${newest}`;
  if (latest?.replace(/\/$/, '') === expected) return [];
  return [
    {
      where: `${where}/latest`,
      what: 'target of the link',
      expected: expected ?? 'no such link',
      actual: latest ?? 'no such link',
    },
  ];
}
