import { expect, it } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { baseOf } from '../../src/web/addresses.ts';

it('addresses that people copy begin as they reach the page', () => {
  const url = new URL('http://127.0.0.1:8080/account');
  expect(baseOf({ settings: parseSettings({}), url })).toBe('http://127.0.0.1:8080');
  const settings = parseSettings({ page: { url: 'https://recon.example/' } });
  expect(baseOf({ settings, url })).toBe('https://recon.example');
});
