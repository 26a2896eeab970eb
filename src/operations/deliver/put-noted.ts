import type { Session } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { measured } from './delivered-contents.ts';
import { noteFile, type OfVersion, type OwnPlace, type SentFile } from './delivered-files.ts';
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
  const appears = (at: string) =>
    atFaultPoint('deliver.note', () => noteFile(session, own, version, { ...splitPath(at), ...measure() }));
  try {
    await place.put(path, blocks, { appears, measure: mayReplace ? undefined : measure });
  } finally {
    // Whatever of the content is still being made has ended before the store is used for something else.
    await blocks.return(undefined);
  }
  return { ...splitPath(path), ...measure() };
}
