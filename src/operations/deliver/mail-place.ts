import type { SMTPSentMessageInfo } from 'nodemailer';
import {
  domainOf,
  MAIL_SLOWNESS,
  MOST_ATTACHED_BYTES,
  transportTo,
  undeliveredMail,
} from '../../alerts/channels/smtp.ts';
import { UnfitVersion } from '../../alerts/undelivered.ts';
import { mediaTypeOf } from '../../books/download/download.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { PartlyRefused, type Place, type PlaceRequest, placeUrl } from './place.ts';

/** What a sent mail, or the error where no recipient was accepted, has of its recipients. */
type Refused = Pick<SMTPSentMessageInfo, 'rejected' | 'rejectedErrors'> & {
  readonly accepted?: SMTPSentMessageInfo['accepted'];
};

/**
 * Mails with a version's files attached, one for each version, with the same Message-ID on every attempt. Where its server
 * refuses some recipients, the next attempt goes to these alone.
 * @throws Undelivered, Fault SECRET_UNAVAILABLE
 */
export async function openMailPlace(request: PlaceRequest): Promise<Place> {
  const { delivery, workingDirectory, timeoutMilliseconds, announcement, served = [] } = request;
  const url = await placeUrl(delivery, workingDirectory);
  const transport = await transportTo(url, timeoutMilliseconds);
  const files: { readonly name: string; readonly content: Buffer }[] = [];
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
      files.push({ name, content: Buffer.concat(blocks) });
    },
    remove: async () => undefined,
    finish: async () => {
      const from = delivery.from!;
      const to = delivery.to!.filter((one) => !served.includes(one));
      if (to.length === 0) return;
      const sent = await atFaultPoint('deliver.mail', () =>
        transport.sendMail({
          from,
          to: [...delivery.to!],
          envelope: { from, to },
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
          signal: AbortSignal.timeout(MAIL_SLOWNESS * timeoutMilliseconds),
        }),
      ).catch((error: Error | Refused) => {
        // The others have it, so that the place itself is well.
        if (served.length > 0 && 'rejected' in error) return error;
        throw undeliveredMail(error, url);
      });
      if (sent.rejected.length > 0) throw partlyRefused(sent, to, url);
    },
    probe: async () => {
      await transport.verify().catch((error: unknown) => {
        throw undeliveredMail(error, url);
      });
    },
    close: async () => transport.close(),
  };
}

/** Why a mail is to be sent again to some recipients: codes only, because the server's text may repeat its content. */
function partlyRefused(
  { accepted = [], rejected, rejectedErrors }: Refused,
  to: readonly string[],
  { host }: URL,
): PartlyRefused {
  const refused = rejected.map((recipient, at) => {
    const code = rejectedErrors?.[at]?.responseCode;
    return code === undefined ? String(recipient) : `${recipient} (SMTP ${code})`;
  });
  const taken = new Set(accepted.map((one) => String(one).toLowerCase()));
  return new PartlyRefused(
    `${host}: refused for ${refused.join(', ')}; sent to the other recipients`,
    to.filter((one) => taken.has(addressOf(one))),
  );
}

/** The address of a recipient such as `Ana <ana@shop.example>`. */
function addressOf(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}
