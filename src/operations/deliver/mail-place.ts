import { MOST_ATTACHED_BYTES, sendMail, transportTo, undeliveredMail } from '../../alerts/channels/smtp.ts';
import { UnfitVersion } from '../../alerts/undelivered.ts';
import { mediaTypeOf } from '../../books/download/download.ts';
import { type Place, type PlaceRequest, placeUrl } from './place.ts';

/** By RFC 5321, 4.5.3.2.6. */
const ANSWER_MILLISECONDS = 600_000;

/**
 * Mails with a version's files attached, one for each version, with the same Message-ID on every attempt. Where its server
 * refuses some recipients, the next attempt goes to these alone.
 * @throws Undelivered, Fault SECRET_UNAVAILABLE
 */
export async function openMailPlace(request: PlaceRequest): Promise<Place> {
  const { delivery, workingDirectory, timeoutMilliseconds, announcement, served = [] } = request;
  const url = await placeUrl(delivery, workingDirectory);
  const files: { readonly name: string; readonly content: Buffer; readonly mediaType: string }[] = [];
  const most = delivery.maxBytes ?? MOST_ATTACHED_BYTES;
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
      files.push({ name, content: Buffer.concat(blocks), mediaType: mediaTypeOf(name) });
    },
    remove: async () => undefined,
    finish: async () => {
      const { messageId: id, subject, text } = announcement;
      const mail = { id, from: delivery.from!, to: delivery.to!, served, content: { subject, text }, files };
      const server = { url, timeoutMilliseconds, answerMilliseconds: ANSWER_MILLISECONDS };
      await sendMail(server, mail, 'deliver.mail');
    },
    probe: async () => {
      const transport = await transportTo(url, timeoutMilliseconds);
      try {
        await transport.verify();
      } catch (error) {
        throw undeliveredMail(error, url);
      } finally {
        transport.close();
      }
    },
    close: async () => undefined,
  };
}
