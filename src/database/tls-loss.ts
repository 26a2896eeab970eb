import { isRefusedCertificate } from '../refused-certificate.ts';
import { ORIGIN, type Reason } from './loss-reason.ts';

const GUIDE = 'See docs/guides/database.md#tls.';

const NOT_ISSUED_FOR: Reason = {
  found: 'the certificate is not issued for that host name',
  remedy:
    `Name the host in ${ORIGIN} as the certificate has it. Where that cannot be, ` +
    `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=FILE checks only who issued it. ${GUIDE}`,
};

const NOT_IN_TIME: Reason = {
  found: 'the certificate is not valid at this time',
  remedy: "Have the server's certificate renewed, and check the clock of this machine.",
};

const BY_CODE: Readonly<Record<string, Reason>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: NOT_ISSUED_FOR,
  HOSTNAME_MISMATCH: NOT_ISSUED_FOR,
  CERT_HAS_EXPIRED: NOT_IN_TIME,
  CERT_NOT_YET_VALID: NOT_IN_TIME,
};

/** The driver's messages about TLS that come without a code. */
const NO_TLS: Reason = {
  found: 'the server has TLS turned off, and the address asks for it',
  remedy:
    `Have it turned on (ssl = on). Without TLS the program connects only if ${ORIGIN} has no sslmode and PGSSLMODE ` +
    `is not set, or with sslmode=disable; no mode falls back to that by itself. ${GUIDE}`,
};

/** Why TLS with a server failed; undefined for errors of another kind. */
export function tlsLoss(error: unknown): Reason | undefined {
  const { code, message = '', reason } = error as { code?: string; message?: string; reason?: string };
  if (code === undefined) return /does not support SSL/.test(message) ? NO_TLS : undefined;
  if (isRefusedCertificate(code)) {
    const known = BY_CODE[code];
    if (known !== undefined) return { ...known, found: `${known.found}: ${message}` };
    // Behind the semicolon Node.js names an option of its own.
    return {
      found: `the server's certificate is not accepted: ${message.split(';')[0]} (${code})`,
      remedy:
        `Name the certificate of the authority that issued it, or the server's own where it signed itself, in ${ORIGIN}: ` +
        `sslmode=verify-full&sslrootcert=FILE. sslmode=no-verify encrypts without checking who answers. ${GUIDE}`,
    };
  }
  if (!/^ERR_(SSL|OSSL|TLS)_/.test(code)) return undefined;
  return {
    found: `TLS failed: ${reason ?? message} (${code})`,
    remedy: `Check the files sslrootcert, sslcert and sslkey of ${ORIGIN}, and the server's own log. ${GUIDE}`,
  };
}

/** What to do where the server's pg_hba.conf lets nobody in without TLS. */
export const ENCRYPT =
  `Where the server takes only encrypted connections, add sslmode=verify-full to ${ORIGIN}, and sslrootcert=FILE if an ` +
  `authority of its own issued its certificate; else have its pg_hba.conf let this user in. ${GUIDE}`;
