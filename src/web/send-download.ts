import { noteEvents } from '../audit/events.ts';
import type { Download } from '../books/download/download.ts';
import { Problem } from './problem.tsx';
import type { SignedInVisit } from './visit.ts';

/** Downloads that may be under way at once. Others are told to come again. */
const MOST_AT_ONCE = 32;

let underWay = 0;

/**
 * Sends a file, block by block as the receiver takes them. What fails before the first block is answered as a page;
 * later, the transfer is broken off, so that nobody takes half a file for a whole one. The download is noted in the audit
 * trail.
 */
export async function sendDownload(visit: SignedInVisit, download: Download): Promise<Response> {
  const { context, store, account, now } = visit;
  if (underWay >= MOST_AT_ONCE) throw new Problem('busy');
  underWay += 1;
  const stopping = new AbortController();
  const blocks = download.stream(stopping.signal);
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    stopping.abort();
    await blocks.return(undefined).catch(() => undefined);
    // What still reads for a receiver that has gone counts too.
    underWay -= 1;
  };
  try {
    const first = await blocks.next();
    const { fileName, bytes } = download;
    const after = { file: fileName, ...(bytes === undefined ? {} : { bytes }) };
    await noteEvents(store, [{ who: account.name, action: 'download', after }], now());
    context.header('Content-Type', download.mediaType);
    context.header('Content-Disposition', `attachment; filename="${fileName}"`);
    if (bytes !== undefined) context.header('Content-Length', String(bytes));
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

function streamOf(
  first: Buffer,
  blocks: AsyncGenerator<Buffer>,
  end: () => Promise<void>,
  { log, context }: SignedInVisit,
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
          log.error({ fault: error }, 'a download was broken off');
          await end();
          // An error given to the server would be written into the file, and the file ended as if it were whole.
          context.env.outgoing.destroy();
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
