import type { Argv } from 'yargs';
import { makeSigningKey } from '../../signing/signing-key.ts';
import { fingerprintOf, publicKeyText } from '../../signing/ssh-signature.ts';
import { absolute } from '../context.ts';
import type { GlobalOptions } from '../global-options.ts';
import { checkPrintedOnce, jsonText, note, printOnce } from '../print.ts';
import type { Example } from '../usage.ts';

export const examples: readonly Example[] = [
  ['$0 keys make > recon.pub', 'the public key goes to the receivers'],
];

export function builder(yargs: Argv) {
  return yargs
    .option('out', {
      type: 'string',
      requiresArg: true,
      default: 'signing-key.pem',
      describe: 'New file for the private key; only its owner can read it',
    })
    .epilogue('Name the file in the setting signing.privateKeyFile. An existing file is never replaced.');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & GlobalOptions;

export async function handler(options: Options): Promise<void> {
  checkPrintedOnce();
  const path = absolute(options.out);
  const key = await makeSigningKey(path);
  const publicKey = `${publicKeyText(key)} payin-recon`;
  const ifLost = `The private key is in ${path}, but nobody has its public key. Remove the file, and make another pair.`;
  if (options.json === true)
    printOnce(
      jsonText({ private_key_file: path, public_key: publicKey, fingerprint: fingerprintOf(key) }),
      ifLost,
    );
  else {
    printOnce(publicKey, ifLost);
    note(`Private key: ${path} (keep it). Fingerprint: ${fingerprintOf(key)}`);
  }
}
