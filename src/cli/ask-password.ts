import { generatePassword } from '../access/password.ts';
import { Fault } from '../errors.ts';
import { fileText } from '../settings/secret.ts';

interface PasswordOptions {
  readonly passwordStdin?: boolean | undefined;
  readonly passwordFile?: string | undefined;
  readonly generate?: boolean | undefined;
}

const MOST_CHARACTERS = 4096;
const ENTER = ['\r', '\n', '\u0004'];
const INTERRUPT = '\u0003';
const BACKSPACE = ['\u007f', '\b'];

/**
 * The password that the options give: generated, the first line of standard input or of a file, or asked twice on the
 * terminal without showing it.
 * @throws Fault USAGE if it cannot be asked, SECRET_UNAVAILABLE, PASSWORD_REFUSED if the two differ, INTERRUPTED
 */
export async function passwordOf({
  passwordStdin,
  passwordFile,
  generate,
}: PasswordOptions): Promise<string> {
  if (generate === true) return generatePassword();
  if (passwordStdin === true) return firstLineOf(process.stdin);
  if (passwordFile !== undefined)
    return firstLine(await fileText(passwordFile, `--password-file ${passwordFile}`));
  if (!process.stdin.isTTY) {
    throw new Fault('USAGE', {
      where: 'the password',
      found: 'no terminal to ask on',
      expected: '--password-file, --password-stdin, or --generate',
    });
  }
  const password = await ask('Password: ');
  if ((await ask('Again: ')) !== password) {
    throw new Fault('PASSWORD_REFUSED', { found: 'two that differ', expected: 'the same password twice' });
  }
  return password;
}

async function firstLineOf(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  input.setEncoding('utf8');
  for await (const chunk of input) {
    text += chunk;
    if (text.length > MOST_CHARACTERS || text.includes('\n')) break;
  }
  return firstLine(text);
}

/** A byte order mark, which editors and shells of Windows put first, is no character of a password. */
function firstLine(text: string): string {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/)[0]!;
}

/** Asks on the terminal. What is typed is not shown. */
function ask(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the question is shown: what is typed from then on must not be echoed.
  stdin.setRawMode(true);
  stderr.write(question);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const end = () => {
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
    };
    const onData = (text: string) => {
      for (const character of text) {
        if (character === INTERRUPT) {
          end();
          return reject(new Fault('INTERRUPTED'));
        }
        if (ENTER.includes(character)) {
          end();
          return resolve(typed.join(''));
        }
        if (BACKSPACE.includes(character)) typed = typed.slice(0, -1);
        else if (typed.length < MOST_CHARACTERS) typed.push(character);
      }
    };
    stdin.on('data', onData);
  });
}
