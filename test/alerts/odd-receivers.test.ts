/** Receivers that are not what a channel expects: what is said of them, and what to do. */

import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { certificateRemedy } from '../../src/alerts/channels/certificate-remedy.ts';
import { testChannel } from '../../src/alerts/test-channel.ts';
import { makeCertificate } from '../support/certificate.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { AT, settingsWith } from './alert-books.ts';
import { mailReceiver } from './receivers.ts';

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const tried = (channel: Readonly<Record<string, unknown>>) =>
  testChannel(settingsWith([{ name: 'own', ...channel }]), 'own', { at: AT, workingDirectory: '.' });

describe('a receiver', () => {
  it.each(['220 mail.shop.example ready\r\n', 'HTTP/1.1 fine\r\n\r\n'])(
    'that answers %j is not one of HTTP',
    async (text) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.end(text);
      });
      const port = await portOf(server);
      await expect(tried({ kind: 'webhook', url: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
        detail: { found: `127.0.0.1:${port}: the answer is not HTTP` },
      });
    },
  );

  it('whose certificate nobody vouches for is named by that, with what to do', async () => {
    const { certificateFile, keyFile } = makeCertificate(temporaryFolder(), 'own');
    const [cert, key] = [readFileSync(certificateFile), readFileSync(keyFile)];
    const port = await portOf(
      createTlsServer({ cert, key }, (_request, response) => void response.end('ok')),
    );
    const remedy = expect.stringContaining('NODE_EXTRA_CA_CERTS');
    await expect(tried({ kind: 'webhook', url: `https://127.0.0.1:${port}` })).rejects.toMatchObject({
      detail: { found: `127.0.0.1:${port}: DEPTH_ZERO_SELF_SIGNED_CERT`, remedy },
    });
    const mail = await mailReceiver({ secure: true, cert, key });
    const address = { url: `smtps://127.0.0.1:${mail.port}`, from: 'a@b.example', to: ['c@d.example'] };
    await expect(tried({ kind: 'email', ...address })).rejects.toMatchObject({ detail: { remedy } });
  });

  it('has the remedy of certificates for these only', () => {
    const codes = ['CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'];
    for (const code of codes) expect(certificateRemedy(code), code).toContain('NODE_EXTRA_CA_CERTS');
    for (const code of ['ECONNREFUSED', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ENOTFOUND'])
      expect(certificateRemedy(code), code).toBeUndefined();
  });
});
