import { expect, it } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { baseOf, ownAddress } from '../../src/web/addresses.ts';

it.each(['/', '/findings?state=open&text=%C3%A9', '/order/M0001/BR1#top', '/é'])(
  'an address of the page leads back to it: %s',
  (address) => {
    expect(ownAddress(address)).toBe(address);
  },
);

it.each([
  ...[undefined, '', 'findings', 'https://evil.example/', '//evil.example', '/\\evil.example'],
  ...['/a b', '/\t/evil.example', '/a\r\nSet-Cookie: a=b', '/\0x', '/\u007f\u0001x', '/\u0085x', '/\ud800'],
])('what is no address of the page leads to the overview: %j', (address) => {
  expect(ownAddress(address)).toBe('/');
});

it('addresses that people copy begin as they reach the page', () => {
  const url = new URL('http://127.0.0.1:8080/account');
  expect(baseOf({ settings: parseSettings({}), url })).toBe('http://127.0.0.1:8080');
  const settings = parseSettings({ page: { url: 'https://recon.example/' } });
  expect(baseOf({ settings, url })).toBe('https://recon.example');
});
