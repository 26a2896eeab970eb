import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { Fault } from '../errors.ts';

/** The certificate and key of a server, both in PEM. */
export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: 'TLSv1.2';
}

export interface Certificate {
  /** Reads both files. @throws Fault SECRET_UNAVAILABLE */
  read(): CertificatePair;
  /** Takes renewed files into use, looked at so often (milliseconds). @returns ends the watch */
  watch(server: Server & { setSecureContext?(options: CertificatePair): void }, interval: number): () => void;
}

interface CertificateFiles {
  /** Group of the settings, for messages. */
  readonly setting: string;
  readonly certificateFile?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly workingDirectory: string;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** The certificate of the settings, which may be renewed while the server runs; undefined where none is set. */
export function certificateOf({
  setting,
  certificateFile,
  keyFile,
  workingDirectory,
  log,
}: CertificateFiles): Certificate | undefined {
  if (certificateFile === undefined || keyFile === undefined) return undefined;
  const paths = { cert: resolve(workingDirectory, certificateFile), key: resolve(workingDirectory, keyFile) };
  const read = () => {
    const options = {
      cert: readPem(paths.cert, `${setting}.certificateFile`),
      key: readPem(paths.key, `${setting}.keyFile`),
      minVersion: 'TLSv1.2' as const,
    };
    try {
      createSecureContext(options);
    } catch (cause) {
      throw new Fault('SECRET_UNAVAILABLE', {
        where: `${setting}.certificateFile ${paths.cert}, ${setting}.keyFile ${paths.key}`,
        found: 'no certificate with its key',
        expected: 'a certificate chain and its private key, both in PEM',
        cause,
      });
    }
    return options;
  };
  return {
    read,
    watch: (server, interval) => {
      const renew = () => {
        try {
          server.setSecureContext?.(read());
          log.info('the certificate was read again');
        } catch (error) {
          log.error({ fault: error }, 'the renewed certificate cannot be used; the earlier one stays');
        }
      };
      // Either may be written first; together they are of use only when both are there.
      const files = Object.values(paths);
      for (const file of files) watchFile(file, { interval, persistent: false }, renew);
      return () => {
        for (const file of files) unwatchFile(file, renew);
      };
    },
  };
}

/** Reads a file that a setting names. @throws Fault SECRET_UNAVAILABLE */
export function readPem(path: string, setting: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Fault('SECRET_UNAVAILABLE', { where: `${setting} ${path}`, found: code, cause: error });
  }
}
