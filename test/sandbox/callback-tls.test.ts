import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { callbackReceiver } from './callback-receiver.ts';
import { egyptOrder } from './pay-in-requests.ts';
import { serveSandbox } from './served-sandbox.ts';

/** A certificate of 127.0.0.1 that signs itself, as a server takes it. */
function ownCertificate() {
  const { certificateFile, keyFile } = makeCertificate(temporaryFolder(), 'shop');
  return { certificateFile, tls: { cert: readFileSync(certificateFile), key: readFileSync(keyFile) } };
}

/** The first delivery of an order of Egypt, whose callbackUrl must be HTTPS. */
async function deliveryTo(callbackUrl: string, sandbox: object) {
  const served = await serveSandbox({ sandbox });
  await served.createPaid(egyptOrder({ callbackUrl }));
  served.timeline.advance(1);
  await served.settled();
  return served.known('EG0001').deliveries[0]!;
}

describe('a callbackUrl with https', () => {
  it('is called by TLS, checked by sandbox.callbackAuthorityFile', async () => {
    const { certificateFile, tls } = ownCertificate();
    const receiver = await callbackReceiver({ tls });
    const delivery = await deliveryTo(receiver.url, { callbackAuthorityFile: certificateFile });
    expect(delivery).toMatchObject({ isAcknowledged: true });
    expect(receiver.received[0]!.body).toMatchObject({ orderNo: 'EG0001', status: 'SUCCESS' });
  });

  it('with a certificate that nobody vouches for, or of another host, gets no callback', async () => {
    const { certificateFile, tls } = ownCertificate();
    const receiver = await callbackReceiver({ tls });
    expect(await deliveryTo(receiver.url, {})).toMatchObject({
      isAcknowledged: false,
      answer: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    const other = ownCertificate();
    const trusted = { callbackAuthorityFile: other.certificateFile };
    expect((await deliveryTo(receiver.url, trusted)).isAcknowledged).toBe(false);
    const elsewhere = receiver.url.replace('127.0.0.1', 'localhost');
    const named = await deliveryTo(elsewhere, { callbackAuthorityFile: certificateFile });
    expect(named).toMatchObject({ isAcknowledged: false, answer: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(receiver.received).toEqual([]);
  });

  it('needs a file that can be read', async () => {
    const starting = serveSandbox({ sandbox: { callbackAuthorityFile: 'none.pem' } });
    await expect(starting).rejects.toMatchObject({
      code: 'SECRET_UNAVAILABLE',
      detail: { found: 'ENOENT', where: expect.stringContaining('sandbox.callbackAuthorityFile') },
    });
  });
});
