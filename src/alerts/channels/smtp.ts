import { Undelivered } from '../undelivered.ts';
import { certificateRemedy } from './certificate-remedy.ts';

/** Most bytes of all attachments of a mail: what every mail server accepts; encoded in the mail it is a third more. */
export const MOST_ATTACHED_BYTES = 10_000_000;
/** Factor by which a mail with attachments may take longer than a single answer. */
export const MAIL_SLOWNESS = 4;

/**
 * A transport to a mail server. `smtps:` uses TLS from the start; `smtp:` uses STARTTLS where the server offers it, and
 * requires it before a password is sent to another machine. Parameters for nodemailer after the `?` of an address take
 * precedence: `?tls.servername=…`, `?requireTLS=true`.
 */
export async function transportTo(url: URL, timeoutMilliseconds: number) {
  // Loaded only where mail is sent.
  const { createTransport } = await import('nodemailer');
  const mustEncrypt = url.protocol === 'smtp:' && url.password !== '' && !isThisMachine(url.hostname);
  return createTransport({
    url: url.href,
    ...(mustEncrypt && !url.searchParams.has('requireTLS') ? { requireTLS: true } : {}),
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    dnsTimeout: timeoutMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Why a mail was not accepted: codes only, because the server's text may repeat addresses or content. */
export function undeliveredMail(error: unknown, url: URL): Undelivered {
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

/** The domain of a sender, for Message-IDs. */
export function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'payin-recon.invalid';
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
