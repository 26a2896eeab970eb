import { describe, expect, it } from 'vitest';
import { channelUrl, httpUrl, network } from '../../src/settings/value-kinds.ts';
import { inFile } from './found-mistakes.ts';

describe('an address or a network', () => {
  it.each(['10.0.0.7', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.7/32', '2001:db8::7', '2001:db8::/64', '::/128'])(
    'is %s',
    (text) => {
      expect(network.safeParse(text).success).toBe(true);
    },
  );

  it.each([
    'nginx',
    '10.0.0.0/99',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '',
    '10.0.0',
  ])('is not "%s"', (text) => {
    expect(network.safeParse(text).success).toBe(false);
  });
});

describe('an address with a percent sign', () => {
  it('is taken where it is an escape, and in the path of a web address, which is sent as it is', () => {
    expect(httpUrl.safeParse('https://u:50%25off@hc.example/50%off').success).toBe(true);
    expect(channelUrl.safeParse('smtp://u%40shop.example:p@mail.example:587').success).toBe(true);
  });

  it.each(['https://u:50%off@h/x', 'https://50%off@h/x', 'https://u:%FF@h/x', 'smtp://u:100%@h'])(
    'is refused where it is none: %s',
    (text) => {
      expect(channelUrl.safeParse(text).success).toBe(false);
    },
  );
});

it('mistakes in settings of a server say where they are and what is expected', () => {
  const file = `\
page:
  certificateFile: recon.crt
  proxies: [127.0.0.1, nginx]
capture: {keyFile: recon.key}
monitor:
  heartbeatUrl: https://u:50%off@hc.example/h
`;
  expect(inFile(file)).toEqual([
    'payin-recon.yaml:2:3: page.keyFile is missing; expected certificateFile and keyFile, or neither',
    'payin-recon.yaml:3:24: page.proxies[1] is "nginx"; expected an address or a network, such as 10.0.0.7 or 10.0.0.0/8',
    'payin-recon.yaml:4:10: capture.certificateFile is missing; expected certificateFile and keyFile, or neither',
    'payin-recon.yaml:6:17: monitor.heartbeatUrl is wrong (not shown: it may hold a password); expected an address in ' +
      'which each % begins an escape, such as %25 for % itself',
  ]);
});
