import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { administer, databaseUrl } from './administer.ts';

const PASSWORD = 'hush-hush-21';

/** A role that may sign in to a database of the tests. */
export interface Role {
  readonly name: string;
  /** The address of the database for this role. */
  readonly url: string;
  /** Runs a statement in the database as a superuser. */
  readonly administer: (statement: string) => Promise<unknown>;
}

/**
 * Makes a role; it is removed after the test with all that it was granted.
 * @param url of a database of the tests
 * @param options of create role
 */
export async function makeRole(url: string, options = ''): Promise<Role> {
  const { adminUrl } = inject('templates').postgresql!;
  const own = databaseUrl(adminUrl, new URL(url).pathname.slice(1));
  const name = `payin_recon_role_${randomBytes(6).toString('hex')}`;
  await administer(own, `create role ${name} login password '${PASSWORD}' ${options}`);
  onTestFinished(async () => {
    await administer(own, `drop owned by ${name} cascade`);
    await administer(own, `drop role ${name}`);
  });
  const address = new URL(url);
  [address.username, address.password] = [name, PASSWORD];
  return { name, url: address.href, administer: (statement) => administer(own, statement) };
}
