import { expect, it } from 'vitest';
import { hostsOf } from '../../src/http/hosts.ts';

it.each([
  ['127.0.0.1:8080', false, ['127.0.0.1:8080', 'localhost:8080']],
  ['127.0.0.1:80', false, ['127.0.0.1:80', 'localhost:80', '127.0.0.1', 'localhost']],
  ['127.0.0.1:443', true, ['127.0.0.1:443', 'localhost:443', '127.0.0.1', 'localhost']],
  // A browser names the port where it is that of another protocol.
  ['127.0.0.1:443', false, ['127.0.0.1:443', 'localhost:443']],
  ['127.0.0.1:80', true, ['127.0.0.1:80', 'localhost:80']],
  ['[::1]:80', false, ['[::1]:80', 'localhost:80', '127.0.0.1:80', '[::1]', 'localhost', '127.0.0.1']],
  ['Recon.example:80', false, ['recon.example:80', 'recon.example']],
])('a page on %s, with TLS %s, is named as browsers name it', (address, isTls, hosts) => {
  expect(new Set(hostsOf(undefined, address, isTls))).toEqual(new Set(hosts));
  expect(hostsOf('https://Shop.example:443/recon', address, isTls)).toContain('shop.example');
});
