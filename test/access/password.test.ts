import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkPassword,
  generatePassword,
  hashPassword,
  isOutdated,
  isPassword,
  NOBODYS_HASH,
} from '../../src/access/password.ts';
import { checkName, nameKey } from '../../src/access/user-name.ts';

/** Of the reference implementation's tests: "password" with the salt "somesalt". */
const REFERENCE = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

describe('a hash of a password', () => {
  it('is argon2id as in RFC 9106, section 5.3', () => {
    const tag = argon2Sync('argon2id', {
      message: Buffer.alloc(32, 1),
      nonce: Buffer.alloc(16, 2),
      secret: Buffer.alloc(8, 3),
      associatedData: Buffer.alloc(12, 4),
      ...{ memory: 32, passes: 3, parallelism: 4, tagLength: 32 },
    });
    expect(tag.toString('hex')).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
  });

  it('of another program is understood', async () => {
    expect(await isPassword('password', REFERENCE)).toBe(true);
    expect(await isPassword('Password', REFERENCE)).toBe(false);
  });

  it('has parameters and a salt of its own, and fits only its password', async () => {
    const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await isPassword('correct horse', one)).toBe(true);
    expect(await isPassword('correct horse ', one)).toBe(false);
    expect(await isPassword('', one)).toBe(false);
  });

  it('is the same for a password typed in another form of Unicode', async () => {
    expect(await isPassword('sa\u0303o paulo 2026', await hashPassword('s\u00e3o paulo 2026'))).toBe(true);
  });

  it('is outdated if it cost less than hashes do now', async () => {
    expect(isOutdated(await hashPassword('correct horse'))).toBe(false);
    expect(isOutdated('$argon2id$v=19$m=19456,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA')).toBe(
      true,
    );
  });

  it('of nobody costs as much as one of somebody, and fits no password', async () => {
    const parameters = (hash: string) => hash.split('$').slice(0, 4);
    expect(parameters(NOBODYS_HASH)).toEqual(parameters(await hashPassword('correct horse')));
    expect(NOBODYS_HASH).toHaveLength((await hashPassword('correct horse')).length);
    expect(await isPassword('', NOBODYS_HASH)).toBe(false);
  });

  it('that is none is an error', async () => {
    await expect(isPassword('x', 'md5:abc')).rejects.toThrow('not a hash');
  });
});

describe('the policy of passwords', () => {
  it.each([
    ['11 characters', 'abcdefghijk', '11 characters'],
    ['129 characters', 'ab'.repeat(64).concat('c'), '129 characters'],
    ['11 characters of two code units each', '😀😁😂🤣😃😄😅😆😉😊😋', '11 characters'],
    ['a common one', 'unbelievable', 'common'],
    ['a common one in capitals', 'UNBELIEVABLE', 'common'],
    ['the name in it', 'xx-Ana.Souza-2026', 'name'],
    ['one character', 'zzzzzzzzzzzzzz', 'repeated'],
  ])('refuses %s', async (_about, password, told) => {
    const refused = await checkPassword(password, 'ana.souza').catch((fault) => fault);
    expect(refused).toMatchObject({ code: 'PASSWORD_REFUSED' });
    expect(refused.detail.found).toContain(told);
    expect(JSON.stringify(refused.detail)).not.toContain(password);
  });

  it('refuses a name of three letters in it, and no shorter one', async () => {
    await expect(checkPassword('a long sentence of ana', 'Ana')).rejects.toMatchObject({
      code: 'PASSWORD_REFUSED',
      detail: { found: expect.stringContaining('name') },
    });
    await expect(checkPassword('a long sentence of an', 'An')).resolves.toBeUndefined();
  });

  it.each([
    ['a sentence', 'a long and plain sentence'],
    ['128 characters', 'ab'.repeat(64)],
    ['12 characters of two code units each', '😀😁😂🤣😃😄😅😆😉😊😋😌'],
    ['a generated one', generatePassword()],
  ])('accepts %s', async (_about, password) => {
    await expect(checkPassword(password, 'ana.souza')).resolves.toBeUndefined();
  });
});

describe('the name of a user', () => {
  it.each([
    '',
    'a'.repeat(65),
    ' ana',
    'ana ',
    'a\u0000na',
    'a\u200bna',
    'ana\u202e',
    'a\u00a0na',
    'a\nb',
    '\ud800',
    // The program itself in the audit trail.
    'Payin-Recon',
  ])('may not be %j', (name) => {
    expect(() => checkName(name)).toThrow(expect.objectContaining({ code: 'USER_NAME_INVALID' }));
  });

  it('may have spaces, marks and any script, and is stored in NFC', () => {
    expect(checkName('Ana de Souza')).toBe('Ana de Souza');
    expect(checkName('Jose\u0301')).toBe('Jos\u00e9');
    expect(checkName('أحمد')).toBe('أحمد');
    expect(nameKey('ANA')).toBe(nameKey('ana'));
    expect(nameKey('Straße')).toBe(nameKey('STRASSE'));
  });
});
