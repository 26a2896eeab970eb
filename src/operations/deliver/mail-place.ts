import { domainOf, transportTo, undeliveredMail } from '../../alerts/channels/smtp.ts';
import { UnfitVersion } from '../../alerts/undelivered.ts';
import { mediaTypeOf } from '../../books/download/download.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { type Place, type PlaceRequest, placeUrl } from './place.ts';

/** What every mail server accepts; encoded in the mail it is a third more. */
const MOST_BYTES = 10_000_000;
/** Factor by which a mail with attachments may take longer than a single answer. */
const SLOWNESS = 4;

/**
 * Mails with a version's files attached, one for each version, with the same Message-ID on every attempt.
 * @throws Undelivered, Fault SECRET_UNAVAILABLE
 */
export async function openMailPlace(request: PlaceRequest): Promise<Place> {
  const { delivery, workingDirectory, timeoutMilliseconds, announcement } = request;
  const url = await placeUrl(delivery, workingDirectory);
  const transport = await transportTo(url, timeoutMilliseconds);
  const files: { readonly name: string; readonly content: Buffer }[] = [];
  const most = delivery.maxBytes ?? MOST_BYTES;
  let left = most;
  return {
    keepsFiles: false,
    address: `mail ${url.host}`,
    put: async (name, content) => {
      const blocks: Buffer[] = [];
      for await (const block of content) {
        left -= block.length;
        if (left < 0)
          throw new UnfitVersion(
            `the attachments have more than ${most} bytes (maxBytes): take fewer reports, or raise it`,
          );
        blocks.push(Buffer.from(block));
      }
      files.push({ name, content: Buffer.concat(blocks) });
    },
    remove: async () => undefined,
    finish: async () => {
      const from = delivery.from!;
      try {
        const { rejected } = await atFaultPoint('deliver.mail', () =>
          transport.sendMail({
            from,
            to: [...delivery.to!],
            subject: announcement.subject,
            text: announcement.text,
            messageId: `<${announcement.messageId}@${domainOf(from)}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
            attachments: files.map(({ name, content }) => ({
              filename: name,
              content,
              contentType: mediaTypeOf(name),
              // Other encodings of text may change line ends.
              contentTransferEncoding: 'base64',
            })),
            signal: AbortSignal.timeout(SLOWNESS * timeoutMilliseconds),
          }),
        );
        return rejected.length === 0 ? undefined : `refused for ${rejected.join(', ')}`;
      } catch (error) {
        throw undeliveredMail(error, url);
      }
    },
    probe: async () => {
      await transport.verify().catch((error: unknown) => {
        throw undeliveredMail(error, url);
      });
    },
    close: async () => transport.close(),
  };
}
