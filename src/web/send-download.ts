import { noteEvents } from '../audit/events.ts';
import type { Download, DownloadSource } from '../books/download/download.ts';
import { verifiedFiles } from '../books/download/verified-files.ts';
import { logFailure } from './log-failure.ts';
import { Problem } from './problem.tsx';
import type { PageContext, SignedInVisit } from './visit.ts';

/** Downloads that may be under way at once. Others are asked to try again later. */
const MOST_AT_ONCE = 32;
/** Of one person, who could keep everybody else waiting otherwise. */
const MOST_OF_ONE = 8;

const verified = verifiedFiles();

/** What the downloads of a visit are made from. All of them remember together which files were digested. */
export function downloadSource({ store, settings, out }: SignedInVisit): DownloadSource {
  return { store, settings: { ...settings, out }, verified };
}

/** How many downloads of each person are under way. */
const underWay = new Map<string, number>();

/**
 * Sends a file, block by block as the receiver takes them. What fails before the first block is answered as a page;
 * later, the transfer is broken off, so that nobody takes half a file for a whole one. The download is noted in the audit
 * trail.
 */
export async function sendDownload(visit: SignedInVisit, download: Download): Promise<Response> {
  const { context, store, account, now } = visit;
  const { fileName, bytes, sha256 } = download;
  const etag = sha256 === undefined ? undefined : `"${sha256}"`;
  if (etag !== undefined && isKnown(context, etag)) return context.body(null, 304, { ETag: etag });
  const own = underWay.get(account.userId) ?? 0;
  const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
  if (own >= MOST_OF_ONE || all >= MOST_AT_ONCE) throw new Problem('busy');
  underWay.set(account.userId, own + 1);
  const stopping = new AbortController();
  const blocks = download.stream(stopping.signal);
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    stopping.abort();
    await blocks.return(undefined).catch(() => undefined);
    // What still reads for a receiver that has gone counts too.
    const left = (underWay.get(account.userId) ?? 1) - 1;
    if (left > 0) underWay.set(account.userId, left);
    else underWay.delete(account.userId);
  };
  try {
    const first = await blocks.next();
    const { pathname, search } = visit.url;
    const after = {
      ...{ file: fileName, address: `${pathname}${search}` },
      ...(bytes === undefined ? {} : { bytes }),
      ...(account.merchants === undefined ? {} : { merchants: account.merchants }),
    };
    await noteEvents(store, [{ who: account.name, action: 'download', after }], now());
    context.header('Content-Type', download.mediaType);
    context.header('Content-Disposition', `attachment; filename="${fileName}"`);
    if (bytes !== undefined) context.header('Content-Length', String(bytes));
    if (etag !== undefined) context.header('ETag', etag);
    if (first.done === true || context.req.method === 'HEAD') {
      await end();
      return context.body(null);
    }
    return context.body(streamOf(first.value, blocks, end, visit));
  } catch (error) {
    await end();
    throw error;
  }
}

/** Whether the receiver has the file with this ETag. */
function isKnown({ req }: PageContext, etag: string): boolean {
  const known = (req.header('If-None-Match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

function streamOf(
  first: Buffer,
  blocks: AsyncGenerator<Buffer>,
  end: () => Promise<void>,
  visit: SignedInVisit,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next: Buffer | undefined = first;
  let isGone = false;
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const block = next ?? (await blocks.next()).value;
          next = undefined;
          // The receiver may have gone while the block was read.
          if (isGone) return;
          if (block !== undefined) return controller.enqueue(block as Uint8Array<ArrayBuffer>);
          await end();
          if (!isGone) controller.close();
        } catch (error) {
          // Whoever goes away ends what reads for them; nothing has failed.
          if (isGone) return;
          logFailure(visit, error, 'a download was broken off');
          await end();
          // An error given to the server would be written into the file, and the file ended as if it were whole.
          visit.context.env.outgoing.destroy();
          controller.close();
        }
      },
      cancel: () => {
        isGone = true;
        return end();
      },
    },
    { highWaterMark: 1 },
  );
}
