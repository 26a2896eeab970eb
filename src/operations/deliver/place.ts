import { Undelivered, UnfitVersion } from '../../alerts/undelivered.ts';
import { addressExample, isAddressOf } from '../../settings/deliveries.ts';
import { ESCAPED, isEscaped } from '../../settings/escaped-url.ts';
import type { Delivery } from '../../settings/schema.ts';
import { secretText } from '../../settings/secret.ts';

/** Size and SHA-256 of a content that was read. */
export type Measure = () => { readonly bytes: number; readonly sha256: string };

/** A file that is at a place already. */
export interface FileThere {
  readonly bytes: number;
  /** Its SHA-256; undefined if it may not be read, so that its size alone decides. */
  sha256(): Promise<string | undefined>;
}

/**
 * Refuses to replace a file that has other bytes than what was sent.
 * @throws UnfitVersion
 */
export async function refuseOther(
  [place, path]: readonly [string, string],
  there: FileThere,
  measure: Measure,
): Promise<void> {
  const { bytes, sha256 } = measure();
  if (there.bytes === bytes) {
    const digest = await there.sha256();
    if (digest === undefined || digest === sha256) return;
  }
  throw new UnfitVersion(
    `${place}: ${path} is there with other content, and this store has no record of sending it, as after a restore from a backup; ` +
      'expected no such file, or the same bytes. It is not replaced. Compare it with the published version, move it aside, ' +
      'and run payin-recon deliver with --date',
  );
}

/** What is asked of the sender while a file is put. */
export interface Putting {
  /** Called before a file is there under a name, to note it: also the one under which it is written. */
  readonly appears?: (path: string) => Promise<void>;
  /** If given, a file of that name with other bytes is not replaced, where the place can see that. */
  readonly measure?: Measure | undefined;
}

/** An open place of files. */
export interface Place {
  /** Where it is, without user, password and query. Two deliveries to one place have the same. */
  readonly address: string;
  /** Whether files of earlier versions stay there, so that checksums of a folder name them too. */
  readonly keepsFiles: boolean;
  /**
   * Puts a file there, so that nobody sees a part of it under its name. A file of that name is replaced. Repeated after
   * a kill, nothing of the first attempt is left.
   * @param path below the place, its steps separated by `/`
   * @param putting its `measure`, and `appears` for the path, are called once the content was read
   * @throws Undelivered; UnfitVersion for a file that is not replaced; what the content throws
   */
  put(path: string, content: AsyncIterable<Buffer>, putting?: Putting): Promise<void>;
  /** Removes a file that was put there, if it is there. Throws Undelivered. */
  remove(path: string): Promise<void>;
  /** After the last file of a version; a mail is sent now. Throws Undelivered, PartlyRefused. */
  finish(): Promise<void>;
  /** Tries whether files can be put there, and leaves nothing behind. Throws Undelivered. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** What is said of a version where files are sent with a text. */
export interface Announcement {
  readonly subject: string;
  readonly text: string;
  /** The same for each attempt to send a version. */
  readonly messageId: string;
}

export interface PlaceRequest {
  readonly delivery: Delivery;
  readonly workingDirectory: string;
  /** Time without any progress after which a place counts as unreachable. */
  readonly timeoutMilliseconds: number;
  readonly announcement: Announcement;
  /** Recipients who have the mail from an attempt before. */
  readonly served?: readonly string[];
}

/** Name of a file that is being written: hidden, in the folder of the file, the same for each attempt. */
export function asideOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return `${path.slice(0, slash + 1)}.${path.slice(slash + 1)}.payin-recon-part`;
}

/** That a folder is where a file is to be written or removed. */
export function isFolder(place: string, path: string): string {
  return `${place}: ${path} is a folder; a file is expected under this name`;
}

/** Name of the file that is written and removed to try a place. */
export const PROBE_NAME = 'payin-recon-probe';

/** The folder of a path, '' for a name alone; and the name. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
}

/**
 * The address of a delivery, read each time it is needed.
 * @throws Fault SECRET_UNAVAILABLE; Undelivered if it is not an address of the delivery's kind, without repeating it
 */
export async function placeUrl(delivery: Delivery, workingDirectory: string): Promise<URL> {
  const { name, kind, url, urlFile, urlCommand } = delivery;
  const expected = addressExample(kind);
  const setting = `delivery ${name}, url`;
  const text = await secretText(
    { value: url, file: urlFile, command: urlCommand },
    { setting, expected },
    workingDirectory,
  );
  if (text === undefined || !isAddressOf(kind, text))
    throw new Undelivered(`${setting}: not an address such as ${expected}`);
  const address = new URL(text);
  if (!isEscaped(address)) throw new Undelivered(`${setting}: not ${ESCAPED}`);
  return address;
}

/** A secret file of a delivery; undefined where the settings name none. Throws Fault SECRET_UNAVAILABLE. */
export function placeSecret(
  { name }: Delivery,
  [setting, file]: readonly [string, string | undefined],
  workingDirectory: string,
): Promise<string | undefined> {
  return secretText(
    { file },
    { setting: `delivery ${name}, ${setting}`, expected: 'a secret' },
    workingDirectory,
  );
}

/**
 * Waits for work that must make progress.
 * @param work is given a function to call whenever something has moved
 * @throws Undelivered if nothing has moved for so long; the work goes on, and whoever started it must end it
 */
export async function whileMoving<T>(
  milliseconds: number,
  host: string,
  work: (moved: () => void) => Promise<T>,
): Promise<T> {
  const { promise: stuck, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Undelivered(`${host}: no answer within ${milliseconds / 1000} s`)),
    milliseconds,
  );
  const done = work(() => timer.refresh());
  // Once nobody waits for it any more, its failure is not news.
  done.catch(() => undefined);
  return Promise.race([done, stuck]).finally(() => clearTimeout(timer));
}

/** How often it is said that something has moved while the next block is made. */
const STILL_MAKING_MILLISECONDS = 1000;

/**
 * Passes blocks on, says when one is taken, and keeps the error of their source, which a library may wrap. How long the source
 * takes for a block, such as a query, is not the place's fault: it counts as movement.
 */
export function watched(content: AsyncIterable<Buffer>, moved: () => void) {
  const seen: { bytes: number; error?: unknown } = { bytes: 0 };
  const source = content[Symbol.asyncIterator]();
  // Who is asked for more is to blame; a library also throws into whoever it takes blocks from.
  const next = () => {
    const making = setInterval(moved, STILL_MAKING_MILLISECONDS);
    return source
      .next()
      .catch((error: unknown) => {
        seen.error = error;
        throw error;
      })
      .finally(() => clearInterval(making));
  };
  async function* blocks(): AsyncGenerator<Buffer> {
    try {
      for (let one = await next(); one.done !== true; one = await next()) {
        moved();
        seen.bytes += one.value.length;
        yield one.value;
      }
      moved();
    } finally {
      await source.return?.();
    }
  }
  return { seen, blocks: blocks() };
}
