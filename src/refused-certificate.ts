/** Codes of TLS for a certificate that is not accepted, as Node.js and OpenSSL have them. */
const REFUSED =
  /^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_)/;

/** Whether the code of an error means that the other side's certificate is not accepted. */
export function isRefusedCertificate(code: string): boolean {
  return REFUSED.test(code);
}
