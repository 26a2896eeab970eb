import { expect, it } from 'vitest';
import { storeOptions } from '../../src/cli/store-options.ts';

const HIDDEN = 'hunter2-and-more';

it.each([
  [{}, ''],
  [{ data: 'my store' }, " --data 'my store'"],
  [{ databaseUrl: 'postgresql://recon@db:5432/recon' }, ' --database-url postgresql://recon@db:5432/recon'],
  [{ databaseUrl: `postgresql://recon:${HIDDEN}@db/recon` }, ' --database-url postgresql://recon@db/recon'],
  [
    { config: 'other.yaml', databaseUrl: `postgresql:///recon?host=/run&user=a&password=${HIDDEN}` },
    " --config other.yaml --database-url 'postgresql:///recon?host=%2Frun&user=a'",
  ],
])('the next command finds the same store, and no password is shown: %#', (options, shown) => {
  expect(storeOptions(options)).toBe(shown);
});
