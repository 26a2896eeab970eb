import { expect, it } from 'vitest';
import { hostsOf, isForHost } from '../../src/http/hosts.ts';

it.each([
  ['127.0.0.1:8080', false, ['127.0.0.1:8080', 'localhost:8080']],
  ['127.0.0.1:80', false, ['127.0.0.1:80', 'localhost:80', '127.0.0.1', 'localhost']],
  ['127.0.0.1:443', true, ['127.0.0.1:443', 'localhost:443', '127.0.0.1', 'localhost']],
  // A browser names the port where it is that of another protocol.
  ['127.0.0.1:443', false, ['127.0.0.1:443', 'localhost:443']],
  ['127.0.0.1:80', true, ['127.0.0.1:80', 'localhost:80']],
  ['[::1]:80', false, ['[::1]:80', 'localhost:80', '127.0.0.1:80', '[::1]', 'localhost', '127.0.0.1']],
  ['Recon.example:80', false, ['recon.example:80', 'recon.example']],
])('a server on %s, with TLS %s, is named as browsers name it', (address, isTls, hosts) => {
  expect(new Set(hostsOf(undefined, address, isTls))).toEqual(new Set(hosts));
  expect(hostsOf('https://Shop.example:443/recon', address, isTls)).toContain('shop.example');
});

it.each([
  ['[0:0:0:0:0:0:0:1]:8090', false, '[::1]:8090'],
  ['[0:0:0:0:0:0:0:1]:80', false, '[::1]'],
  ['[0:0:0:0:0:0:0:1]:443', true, '[::1]'],
  ['[2001:DB8:0:0:0:0:0:7]:8090', false, '[2001:db8::7]:8090'],
])(
  'a server on %s, with TLS %s, is named in the short form of IPv6 and as it was typed',
  (address, isTls, host) => {
    const hosts = hostsOf(undefined, address, isTls);
    expect(isForHost(host, hosts)).toBe(true);
    expect(isForHost(address, hosts)).toBe(true);
  },
);

it.each(['999.1.1.1:8090', '[1::2::3]:8090', '1.2.3.4.5:8090'])(
  'an address that is none is named as it was typed: %s',
  (address) => {
    expect(hostsOf(undefined, address, false)).toContain(address);
  },
);
