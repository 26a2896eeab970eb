/** Forms of a server's address that psql takes: read as psql reads them, or refused with what to write instead. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readServerAddress } from '../../src/database/server-address.ts';
import { describeFault, Fault } from '../../src/errors.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PASSWORD = 'hush-hush-9';

function addressOf(url: string): string {
  return readServerAddress(url, 'DATABASE_URL').address;
}

function faultOf(url: string): Fault {
  try {
    readServerAddress(url, 'DATABASE_URL');
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    expect(describeFault(error as Fault)).not.toContain(PASSWORD);
    return error as Fault;
  }
  throw new Error('it was taken');
}

it.each([
  ['postgresql://recon@db/books', 'postgresql://db:5432/books'],
  ['postgres://recon@db:6543/books', 'postgresql://db:6543/books'],
  ['postgresql://recon@[::1]:6543/books', 'postgresql://[::1]:6543/books'],
  ['postgresql://recon@db/fin%40recon', 'postgresql://db:5432/fin%40recon'],
  ['postgresql:///books?host=db&port=6543', 'postgresql://db:6543/books'],
  ['postgresql://recon@wrong:1/books?host=db&port=6543', 'postgresql://db:6543/books'],
  ['postgresql://recon@db', 'postgresql://db:5432/recon'],
  ['postgresql://recon@db?dbname=books', 'postgresql://db:5432/books'],
  ['postgresql://recon@db/wrong?dbname=books', 'postgresql://db:5432/books'],
  ['postgresql://recon@/books?host=/run/pg&port=5433', 'postgresql:///run/pg:5433/books'],
  [`postgresql://recon:${PASSWORD}@/books?host=/run/pg`, 'postgresql:///run/pg:5432/books'],
  ['postgresql://recon@db/books?target_session_attrs=any', 'postgresql://db:5432/books'],
])('is shown as the driver reads it: %s', (url, shown) => {
  expect(addressOf(url)).toBe(shown);
  expect(parseSettings({ databaseUrl: url }).databaseUrl).toBe(url);
});

it('takes host, port and database of variables', () => {
  vi.stubEnv('PGHOST', '/run/pg');
  vi.stubEnv('PGPORT', '6543');
  vi.stubEnv('PGDATABASE', 'fin@recon');
  try {
    expect(addressOf('postgresql://')).toBe('postgresql:///run/pg:6543/fin%40recon');
    expect(addressOf('postgresql://recon@/')).toBe('postgresql:///run/pg:6543/fin%40recon');
    expect(addressOf('postgresql://recon@db:1/books')).toBe('postgresql://db:1/books');
  } finally {
    vi.unstubAllEnvs();
  }
});

it.each([
  [`host=db dbname=books password=${PASSWORD}`, 'in place of host=… dbname=…'],
  [`postgresql://recon:${PASSWORD}@a:1,b:2/books?target_session_attrs=read-write`, 'the address of one host'],
  ['postgresql://a,b/books', 'the address of one host'],
  ['postgresql:///books?host=a,b', 'the address of one host'],
  [`postgresql://recon:${PASSWORD}@a/books?target_session_attrs=primary`, 'the address of one host'],
  ['postgresql:///?service=books', 'without a service'],
  ['postgresql://db/books?hostaddr=10.0.0.5', 'without hostaddr'],
  ['postgresql://db/books?require_auth=scram-sha-256', 'without require_auth'],
  ['postgresql://db/books?gssencmode=require', 'without gssencmode=require'],
  ['postgresql://db/books?sslmode=verify-full&sslcrl=revoked.pem', 'without sslcrl'],
])('is refused with what to write instead: %s', (url, expected) => {
  const { code, detail } = faultOf(url);
  expect(code).toBe('SETTINGS_INVALID');
  expect(detail.where).toBe('DATABASE_URL');
  expect(detail.expected).toContain(expected);
  expect(() => parseSettings({ databaseUrl: url })).toThrowError(
    expect.objectContaining({
      detail: expect.objectContaining({ found: [expect.stringContaining(expected)] }),
    }),
  );
});

it('takes a password with a comma for no second host', () => {
  expect(addressOf('postgresql://recon:a,b@db/books')).toBe('postgresql://db:5432/books');
});

it('repeats nothing of an address in which a password is not escaped', () => {
  const fault = faultOf(`postgresql://recon:a@/${PASSWORD}@db/books`);
  expect(fault.detail.found).toBe('text that is no URL of PostgreSQL');
});

it('refuses PGHOSTADDR', () => {
  vi.stubEnv('PGHOSTADDR', '10.0.0.5');
  try {
    expect(faultOf('postgresql://db/books').detail).toMatchObject({ where: 'DATABASE_URL, PGHOSTADDR' });
  } finally {
    vi.unstubAllEnvs();
  }
});

it('refuses PGSERVICE where the address has no host, and only there', () => {
  vi.stubEnv('PGSERVICE', 'books');
  try {
    expect(faultOf('postgresql:///books').detail).toMatchObject({ where: 'DATABASE_URL, PGSERVICE' });
    expect(addressOf('postgresql://db/books')).toBe('postgresql://db:5432/books');
  } finally {
    vi.unstubAllEnvs();
  }
});

it('does not encrypt a socket, which no server does', () => {
  expect(encryptionOf('host=/run/pg&sslmode=require')).toBe('plain');
  expect(encryptionOf('sslmode=verify-full')).toBe('checked');
  vi.stubEnv('PGHOST', '/run/pg');
  vi.stubEnv('PGSSLMODE', 'require');
  try {
    const { Client } = readServerAddress('postgresql:///books', 'DATABASE_URL');
    expect(new Client().ssl).toBe(false);
  } finally {
    vi.unstubAllEnvs();
  }
});

/** How the driver is to encrypt with the parameters of an address: not, or by which checks. */
function encryptionOf(parameters: string): string {
  const { Client } = readServerAddress(`postgresql://db/books?${parameters}`, 'DATABASE_URL');
  const ssl: unknown = new Client().ssl;
  if (typeof ssl !== 'object' || ssl === null) return ssl === true ? 'checked' : 'plain';
  return (ssl as { rejectUnauthorized?: boolean }).rejectUnauthorized === false ? 'unchecked' : 'checked';
}

it.each([
  ...['true', '1', 'require', 'prefer', 'verify-ca', 'verify-full'].map((mode) => [`ssl=${mode}`, 'checked']),
  ['ssl=no-verify', 'unchecked'],
  ['ssl=0', 'plain'],
  ['ssl=false', 'plain'],
  ['ssl=', 'plain'],
  ['ssl=0&sslmode=require', 'checked'],
  ['ssl=require&sslmode=no-verify', 'unchecked'],
  ['uselibpqcompat=true&ssl=require', 'checked'],
])('is encrypted as the parameter ssl asks for it: %s', (parameters, encryption) => {
  expect(encryptionOf(parameters!)).toBe(encryption);
});

it.each([
  ['postgresql://db/books?uselibpqcompat=true&sslmode=verify-ca', 'sslmode=verify-ca without sslrootcert'],
  ['postgresql://db/books?port=none', expect.stringContaining('port')],
])('refuses parameters that the driver does not take: %s', (url, found) => {
  expect(faultOf(url)).toMatchObject({ code: 'SETTINGS_INVALID', detail: { found } });
});

it('gives the certificate of a client also with the authorities of the operating system', () => {
  const folder = temporaryFolder();
  const [cert, key] = ['client.crt', 'client.key'].map((name) => join(folder, name));
  for (const file of [cert!, key!]) writeFileSync(file, `${file}\n`);
  const files = `sslrootcert=system&sslcert=${cert}&sslkey=${key}`;
  const { Client } = readServerAddress(`postgresql://db/books?sslmode=verify-full&${files}`, 'DATABASE_URL');
  const ssl: unknown = new Client().ssl;
  expect(ssl).toMatchObject({ ca: expect.any(Array), cert: `${cert}\n`, key: `${key}\n` });
});

it('names the parameter of a certificate that is not there', () => {
  const { code, detail } = faultOf('postgresql://db/books?sslmode=verify-full&sslrootcert=/nowhere/root.crt');
  expect(code).toBe('SECRET_UNAVAILABLE');
  expect(detail).toMatchObject({
    where: 'sslrootcert (DATABASE_URL, or PGSSLROOTCERT): /nowhere/root.crt',
    found: 'no such file',
  });
});
