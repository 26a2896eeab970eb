import { expect, it } from 'vitest';
import { checkServer, serverMistake, versionText } from '../../src/database/check-server.ts';
import { onEngines } from '../support/engines.ts';

it.each([
  [140_099, 'UTF8', 'PostgreSQL 14.99', 'PostgreSQL 15 or newer'],
  [90_624, 'UTF8', 'PostgreSQL 9.624', 'PostgreSQL 15 or newer'],
  [150_000, 'LATIN1', 'the encoding LATIN1', 'the encoding UTF8'],
])('version %i with encoding %s will not do', (versionNumber, encoding, found, expected) => {
  expect(serverMistake({ versionNumber, encoding })).toEqual({ found, expected });
});

it.each([150_000, 150_018, 180_006])('version %i with UTF8 will do', (versionNumber) => {
  expect(serverMistake({ versionNumber, encoding: 'UTF8' })).toBeUndefined();
});

it('a version is told as people write it', () => {
  expect(versionText(150_018)).toBe('15.18');
});

onEngines('the database of the tests', (engine) => {
  it('will do', async () => {
    const store = await engine.open();
    await store.session((session) => checkServer(session, store.address));
  });
});
