import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';

export type CertificateFiles = Readonly<Record<'certificateFile' | 'keyFile', string>>;

/** Writes a certificate of 127.0.0.1 that signs itself. */
export function makeCertificate(folder: string, name: string): CertificateFiles {
  const [certificateFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', keyFile];
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...key, ...names, '-out', certificateFile], { stdio: 'pipe' });
  return { certificateFile, keyFile };
}

/** The name of the certificate that is served, and the version of TLS. */
export function handshake(url: string, options: object = {}): Promise<{ name: string; version: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      { host: hostname, port: Number(port), rejectUnauthorized: false, ...options },
      () => {
        resolve({ name: String(socket.getPeerCertificate().subject.CN), version: socket.getProtocol()! });
        socket.destroy();
      },
    );
    socket.on('error', reject);
  });
}
