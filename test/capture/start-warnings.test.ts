/** What the log says at the start of settings that are safe but may not be meant. */
import { expect, it } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serveCapture } from './served-capture.ts';

const FORWARD = 'https://service.example';
const PAY_INS =
  'pay-in requests from other machines get 403: name the addresses of your shop in capture.forwardFrom';
const CLEAR =
  'callbacks cross the network in clear: set capture.certificateFile, or put a proxy with TLS in front';

async function warnings(settings: object): Promise<string[]> {
  const { log } = await serveCapture({ settings: { ...settings } });
  const lines = log.map((line) => JSON.parse(line));
  return lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
}

it('capture that forwards for other machines, and is told of none, warns that they get 403', async () => {
  expect(await warnings({ listen: '0.0.0.0:0', forward: FORWARD })).toEqual([CLEAR, PAY_INS]);
  for (const forwardFrom of [['127.0.0.1'], ['127.4.0.0/16', '::1/128', '::ffff:127.0.0.1'], []])
    expect(await warnings({ listen: '0.0.0.0:0', forward: FORWARD, forwardFrom })).toContain(PAY_INS);
});

it.each([
  ['the address of a shop', { forwardFrom: ['127.0.0.1', '10.0.0.7'] }],
  ['a network that has other machines beside this one', { forwardFrom: ['127.0.0.0/7'] }],
  ['any address of IPv6', { forwardFrom: ['::1/0'] }],
  ['no pay-in request, which is not forwarded', { forward: undefined }],
])('it does not warn of that if it is told %s', async (_about, settings) => {
  expect(await warnings({ listen: '0.0.0.0:0', forward: FORWARD, ...settings })).toEqual([CLEAR]);
});

it('it warns of neither on loopback, and not of a clear network with a certificate', async () => {
  for (const listen of ['127.0.0.1:0', 'localhost:0'])
    expect(await warnings({ listen, forward: FORWARD })).toEqual([]);
  const files = makeCertificate(temporaryFolder(), 'shop');
  expect(await warnings({ listen: '0.0.0.0:0', forward: FORWARD, ...files })).toEqual([PAY_INS]);
});
