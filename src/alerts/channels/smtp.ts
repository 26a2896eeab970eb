import { Undelivered } from '../undelivered.ts';

/**
 * A transport to a mail server. `smtps:` is TLS from the start; with `smtp:`, TLS begins by STARTTLS where the server
 * offers it, and has to before a password is sent to another machine. What nodemailer takes behind the `?` of an
 * address wins: `?tls.servername=…`, `?requireTLS=true`.
 */
export async function transportTo(url: URL, timeoutMilliseconds: number) {
  // Only where mail is sent: every command would load it else.
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

/** What a mail server refused, or why it was not reached: codes alone, since what it says may repeat what it was told. */
export function undeliveredMail(error: unknown, url: URL): Undelivered {
  const { code, originalCode, responseCode, response } = error as {
    code?: string;
    originalCode?: string;
    responseCode?: number;
    response?: string;
  };
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  const said = responseCode === undefined ? [] : [`SMTP ${responseCode}`, ...(status ? [status] : [])];
  const parts = [...said, originalCode ?? code ?? 'no connection'];
  return new Undelivered(`${url.host}: ${parts.join(' ')}`);
}

function isThisMachine(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
