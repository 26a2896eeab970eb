import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Fault } from '../errors.ts';
import { writeFault } from '../file-fault.ts';
import { secretText } from '../settings/secret.ts';
import { type PublicKey, publicKeyOf } from './ssh-signature.ts';

const SETTING = 'signing.privateKey';

/**
 * Makes an Ed25519 key pair and keeps its private half in a new file that only its owner can read (mode 0600).
 * @throws Fault KEY_EXISTS if there is a file of that name already, FOLDER_NOT_WRITABLE
 */
export async function makeSigningKey(path: string): Promise<PublicKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new Fault('KEY_EXISTS', { where: path });
    throw writeFault(error, path);
  });
  try {
    await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    // Whatever the umask takes away, the owner must be able to read it; and nobody else.
    await file.chmod(0o600);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw writeFault(error, path);
  } finally {
    await file.close();
  }
  return publicKeyOf(privateKey);
}

/**
 * The private key of the settings; undefined if they name none (`''`).
 * @throws Fault SECRET_UNAVAILABLE, never with content of the file
 */
export async function signingKey(
  { privateKeyFile }: { readonly privateKeyFile: string },
  workingDirectory: string,
): Promise<KeyObject | undefined> {
  if (privateKeyFile === '') return undefined;
  const expected = 'a private key, as payin-recon keys make writes it';
  const text = await secretText({ file: privateKeyFile }, { setting: SETTING, expected }, workingDirectory);
  const where = `${SETTING}File ${privateKeyFile}`;
  let key: KeyObject;
  try {
    key = createPrivateKey(text!);
  } catch {
    throw new Fault('SECRET_UNAVAILABLE', { where, found: 'no private key in PEM', expected });
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Fault('SECRET_UNAVAILABLE', { where, found: `a key of ${key.asymmetricKeyType}`, expected });
}
