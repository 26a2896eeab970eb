/** Keys and signatures, against OpenSSH's own tool. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSigningKey, signingKey } from '../../src/signing/signing-key.ts';
import {
  fingerprintOf,
  NAMESPACE,
  publicKeyOf,
  publicKeyText,
  readPublicKey,
  signContent,
  signerOf,
} from '../../src/signing/ssh-signature.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CONTENT = Buffer.from('a'.repeat(64).concat('  orders.csv\n'));

async function keyIn(folder: string) {
  const path = join(folder, 'key.pem');
  const publicKey = await makeSigningKey(path);
  return { path, publicKey, key: createPrivateKey(readFileSync(path)) };
}

describe('a key pair', () => {
  it('is kept for its owner alone, and shown as ssh-keygen shows it', async () => {
    const folder = temporaryFolder();
    const { path, publicKey, key } = await keyIn(folder);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(publicKeyText(publicKeyOf(key))).toBe(publicKeyText(publicKey));
    writeFileSync(join(folder, 'key.pub'), `${publicKeyText(publicKey)} recon\n`);
    const said = execFileSync('ssh-keygen', ['-lf', join(folder, 'key.pub')], { encoding: 'utf8' });
    expect(said).toContain(`256 ${fingerprintOf(publicKey)} recon (ED25519)`);
    expect(readPublicKey(readFileSync(join(folder, 'key.pub'), 'utf8'))).toEqual(publicKey);
    expect(await signingKey({ privateKeyFile: 'key.pem' }, folder)).toBeDefined();
    expect(await signingKey({ privateKeyFile: '' }, folder)).toBeUndefined();
  });

  it('never replaces a file', async () => {
    const folder = temporaryFolder();
    const { path } = await keyIn(folder);
    const before = readFileSync(path);
    await expect(makeSigningKey(path)).rejects.toMatchObject({ code: 'KEY_EXISTS', detail: { where: path } });
    expect(readFileSync(path)).toEqual(before);
    await expect(makeSigningKey(join(folder, 'no/key.pem'))).rejects.toMatchObject({ exitCode: 4 });
  });

  it('of another kind, or cut short, is refused without repeating it', async () => {
    const folder = temporaryFolder();
    execFileSync('openssl', ['genpkey', '-algorithm', 'X25519', '-out', join(folder, 'other.pem')]);
    writeFileSync(join(folder, 'cut.pem'), '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2Vw\n');
    const refused = (privateKeyFile: string) => signingKey({ privateKeyFile }, folder);
    await expect(refused('other.pem')).rejects.toMatchObject({
      code: 'SECRET_UNAVAILABLE',
      detail: { where: 'signing.privateKeyFile other.pem', found: 'a key of x25519' },
    });
    await expect(refused('cut.pem')).rejects.toMatchObject({ detail: { found: 'no private key in PEM' } });
    await expect(refused('none.pem')).rejects.toMatchObject({ detail: { found: 'no such file' } });
  });
});

describe('a signature', () => {
  it('is accepted by ssh-keygen, and only with its content', async () => {
    const folder = temporaryFolder();
    const { key, publicKey } = await keyIn(folder);
    writeFileSync(join(folder, 'content.sig'), signContent(CONTENT, key));
    writeFileSync(join(folder, 'allowed'), `recon ${publicKeyText(publicKey)}\n`);
    const words = ['-Y', 'verify', '-f', 'allowed', '-I', 'recon', '-n', NAMESPACE, '-s', 'content.sig'];
    const said = (input: Buffer) => spawnSync('ssh-keygen', words, { cwd: folder, input, encoding: 'utf8' });
    expect(said(CONTENT)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Good "payin-recon" signature'),
    });
    expect(said(Buffer.concat([CONTENT, Buffer.from(' ')])).status).not.toBe(0);
  });

  it('made by ssh-keygen is understood', () => {
    const folder = temporaryFolder();
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'id')]);
    writeFileSync(join(folder, 'content'), CONTENT);
    const sign = (namespace: string) => {
      execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', 'id', '-n', namespace, 'content'], {
        cwd: folder,
        stdio: 'pipe',
      });
      const text = readFileSync(join(folder, 'content.sig'), 'utf8');
      execFileSync('rm', [join(folder, 'content.sig')]);
      return text;
    };
    expect(signerOf(CONTENT, sign(NAMESPACE))).toEqual(
      readPublicKey(readFileSync(join(folder, 'id.pub'), 'utf8')),
    );
    expect(signerOf(CONTENT, sign('file'))).toBe('a signature for "file"');
  });

  it('that was changed anywhere, or belongs to another content, is refused and never throws', async () => {
    const { key, publicKey } = await keyIn(temporaryFolder());
    const text = signContent(CONTENT, key);
    expect(signerOf(CONTENT, text)).toEqual(publicKey);
    expect(signerOf(Buffer.from('other'), text)).toBe('the signature is not one of this content');
    const [begin, ...rest] = text.trimEnd().split('\n');
    const bytes = Buffer.from(rest.slice(0, -1).join(''), 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      const signer = signerOf(CONTENT, `${begin}\n${changed.toString('base64')}\n${rest.at(-1)}\n`);
      expect(typeof signer, `byte ${at}`).toBe('string');
      const cut = `${begin}\n${bytes.subarray(0, at).toString('base64')}\n${rest.at(-1)}\n`;
      expect(typeof signerOf(CONTENT, cut), `cut at ${at}`).toBe('string');
    }
    expect(signerOf(CONTENT, 'no signature')).toBe('not a signature of OpenSSH');
  });
});
