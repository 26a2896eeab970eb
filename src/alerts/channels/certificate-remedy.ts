import { isRefusedCertificate } from '../../refused-certificate.ts';

/** What to do about a receiver whose certificate is not accepted; undefined for other codes. */
export function certificateRemedy(code: string): string | undefined {
  if (!isRefusedCertificate(code)) return undefined;
  return (
    "The server's certificate is not accepted. Have it renewed if it has expired, and use the host name that it is issued for. " +
    'If an authority of your own issued it, start the program with NODE_EXTRA_CA_CERTS naming a file with the certificate of ' +
    'that authority (PEM).'
  );
}
