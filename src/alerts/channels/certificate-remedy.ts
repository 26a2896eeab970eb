/** Codes of TLS for a certificate that is not accepted, as Node.js and OpenSSL have them. */
const REFUSED =
  /^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_)/;

/** What to do about a receiver whose certificate is not accepted; undefined for other codes. */
export function certificateRemedy(code: string): string | undefined {
  if (!REFUSED.test(code)) return undefined;
  return (
    "The server's certificate is not accepted. Have it renewed if it has expired, and use the host name that it is issued for. " +
    'If an authority of your own issued it, start the program with NODE_EXTRA_CA_CERTS naming a file with the certificate of ' +
    'that authority (PEM).'
  );
}
