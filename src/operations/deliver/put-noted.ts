import type { Session } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { measured } from './delivered-contents.ts';
import { dropFiles, noteFile, type OfVersion, type OwnPlace, type SentFile } from './delivered-files.ts';
import { type Place, splitPath } from './place.ts';

/** A place to which a version is sent, and where that is noted. */
export interface Target {
  readonly session: Session;
  readonly place: Place;
  readonly own: OwnPlace;
  readonly version: OfVersion;
}

/**
 * Puts a file, and notes it before it is there.
 * @param mayReplace whether a file of its name may be replaced by other bytes
 * @throws Undelivered, UnfitVersion; what the content throws
 */
export async function putNoted(
  { session, place, own, version }: Target,
  path: string,
  content: AsyncIterable<Buffer>,
  mayReplace = true,
): Promise<SentFile> {
  const { blocks, measure } = measured(content);
  const noted: string[] = [];
  const appears = (at: string) => {
    noted.push(at);
    const file = { ...splitPath(at), ...measure() };
    return atFaultPoint('deliver.note', () => noteFile(session, own, version, file));
  };
  try {
    await place.put(path, blocks, { appears, measure: mayReplace ? undefined : measure });
  } finally {
    // Whatever of the content is still being made has ended before the store is used for something else.
    await blocks.return(undefined);
  }
  // Under the name under which it was written, nothing is there any more.
  await dropFiles(session, own, noted.filter((at) => at !== path).map(splitPath));
  return { ...splitPath(path), ...measure() };
}
