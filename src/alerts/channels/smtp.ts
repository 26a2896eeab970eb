import type { SendMailOptions, SMTPSentMessageInfo } from 'nodemailer';
import { atFaultPoint, type FaultPoint } from '../../fault-points.ts';
import { PartlyRefused, Undelivered } from '../undelivered.ts';
import { certificateRemedy } from './certificate-remedy.ts';

/** Most bytes of all attachments of a mail: what every mail server accepts; encoded in the mail it is a third more. */
export const MOST_ATTACHED_BYTES = 10_000_000;
/** Factor by which a mail with attachments may take longer than a single answer. */
const MAIL_SLOWNESS = 4;

export interface MailServer {
  readonly url: URL;
  /** Time for an answer to anything but a whole mail. */
  readonly timeoutMilliseconds: number;
  /** Time for the answer to a mail that the server has whole. Servers check mails before: one that is not waited for is sent twice. */
  readonly answerMilliseconds: number;
}

export interface Mail {
  /** The same for each attempt; it becomes the Message-ID. */
  readonly id: string;
  readonly from: string;
  /** All recipients, as in the settings. */
  readonly to: readonly string[];
  /** Recipients who have it from an attempt before. */
  readonly served: readonly string[];
  readonly content: Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'date'>;
  readonly files: ReadonlyArray<{
    readonly name: string;
    readonly content: Buffer;
    readonly mediaType?: string;
  }>;
}

/**
 * Sends a mail to those of its recipients who do not have it yet.
 * @param point the fault point of sending
 * @returns whether there were any
 * @throws Undelivered; PartlyRefused if the server refuses some recipients, or all who are left: the others have it
 */
export async function sendMail(
  server: MailServer,
  { id, from, to, served, content, files }: Mail,
  point: FaultPoint,
): Promise<boolean> {
  const reached = await addressesOf(served);
  const left = (await addressesOf(to)).filter((one) => !reached.includes(one));
  if (left.length === 0 && reached.length > 0) return false;
  const sent = await atFaultPoint(point, () =>
    sendWhole(server, {
      ...content,
      from,
      to: [...to],
      envelope: { from, to: left },
      messageId: `<${id}@${domainOf(from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: files.map(({ name, content, mediaType }) => ({
        filename: name,
        content,
        ...(mediaType === undefined ? {} : { contentType: mediaType }),
        // Other encodings of text may change line ends.
        contentTransferEncoding: 'base64',
      })),
    }),
  ).catch((error: Error | SentTo) => {
    // The others have it, so that the server itself is well.
    if (served.length > 0 && 'rejected' in error) return error;
    throw undeliveredMail(error, server.url);
  });
  if (sent.rejected.length > 0) throw partlyRefused(sent, server.url);
  return true;
}

/** Throws Undelivered if it takes too long, and what nodemailer throws. */
async function sendWhole(
  { url, timeoutMilliseconds, answerMilliseconds }: MailServer,
  mail: SendMailOptions,
): Promise<SMTPSentMessageInfo> {
  const sendMilliseconds = MAIL_SLOWNESS * timeoutMilliseconds;
  const transport = await transportTo(url, timeoutMilliseconds, sendMilliseconds + answerMilliseconds);
  const limit = new AbortController();
  const endAfter = (milliseconds: number, why: string) =>
    setTimeout(() => limit.abort(new Undelivered(`${url.host}: ${why}`)), milliseconds);
  let timer = endAfter(sendMilliseconds, 'ETIMEDOUT');
  transport.use('stream', ({ message }, done) => {
    message.processFunc((content) =>
      content.once('end', () => {
        clearTimeout(timer);
        const why = `no answer within ${answerMilliseconds / 1000} s after the whole mail was sent; it may have arrived`;
        timer = endAfter(answerMilliseconds, why);
      }),
    );
    done();
  });
  try {
    return await transport.sendMail({ ...mail, signal: limit.signal });
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error;
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/**
 * A transport to a mail server. `smtps:` uses TLS from the start; `smtp:` uses STARTTLS where the server offers it, and
 * requires it before a password is sent to another machine. Parameters for nodemailer after the `?` of an address take
 * precedence: `?tls.servername=…`, `?requireTLS=true`.
 * @param idleMilliseconds time without anything on the connection after which it is closed
 */
export async function transportTo(
  url: URL,
  timeoutMilliseconds: number,
  idleMilliseconds = timeoutMilliseconds,
) {
  // Loaded only where mail is sent.
  const { createTransport } = await import('nodemailer');
  const mustEncrypt = url.protocol === 'smtp:' && url.password !== '' && !isThisMachine(url.hostname);
  return createTransport({
    url: url.href,
    ...(mustEncrypt && !url.searchParams.has('requireTLS') ? { requireTLS: true } : {}),
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: idleMilliseconds,
    dnsTimeout: timeoutMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Why a mail was not accepted: codes only, because the server's text may repeat addresses or content. */
export function undeliveredMail(error: unknown, url: URL): Undelivered {
  if (error instanceof Undelivered) return error;
  const { code, originalCode, responseCode, response } = error as {
    code?: string;
    originalCode?: string;
    responseCode?: number;
    response?: string;
  };
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  const said = responseCode === undefined ? [] : [`SMTP ${responseCode}`, ...(status ? [status] : [])];
  const reason = originalCode ?? code ?? 'no connection';
  return new Undelivered(`${url.host}: ${[...said, reason].join(' ')}`, {
    remedy: certificateRemedy(reason),
  });
}

/** What a sent mail, or the error where no recipient was accepted, has of its recipients. */
type SentTo = Pick<SMTPSentMessageInfo, 'rejected' | 'rejectedErrors'> & {
  readonly accepted?: SMTPSentMessageInfo['accepted'];
};

/** Why a mail is to be sent again to some recipients: codes only, because the server's text may repeat its content. */
function partlyRefused({ accepted = [], rejected, rejectedErrors }: SentTo, { host }: URL): PartlyRefused {
  const reasons = rejected.map((recipient, at) => {
    const code = rejectedErrors?.[at]?.responseCode;
    return code === undefined ? String(recipient) : `${recipient} (SMTP ${code})`;
  });
  return new PartlyRefused(`${host}: refused for ${reasons.join(', ')}; sent to the other recipients`, {
    taken: accepted.map(String),
    refused: rejected.map(String),
  });
}

/** The addresses of recipients such as `Ana <ana@shop.example>`, each once, as the server's answers are told by. */
async function addressesOf(recipients: readonly string[]): Promise<readonly string[]> {
  const { default: MimeNode } = await import('nodemailer/lib/mime-node');
  return new MimeNode().setEnvelope({ to: [...recipients] }).getEnvelope().to;
}

/** The domain of a sender, for Message-IDs. */
function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'payin-recon.invalid';
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
