import { Fault } from '../errors.ts';

/** The name under which the program itself is in the audit trail. */
const PROGRAM = 'payin-recon';
const LONGEST = 64;
/** More UTF-16 units than a name of 64 characters has in any form that people type. */
const MOST_UNITS = 1_024;

/**
 * A name in the form in which it is stored and compared: NFC. A text that is too long for a name stays as it is: the time
 * that normalising takes grows with the square of the number of combining marks.
 */
export function storedName(name: string): string {
  return name.length > MOST_UNITS ? name : name.normalize('NFC');
}

/** The key that names have in common if they differ only in case. */
export function nameKey(name: string): string {
  return storedName(name).toUpperCase().toLowerCase().normalize('NFC');
}

/** The key that names have in common if they differ only in case, spacing or the form of letters, such as wide ones. */
export function lookAlikeKey(name: string): string {
  const plain = name.length > MOST_UNITS ? name : name.normalize('NFKC');
  return nameKey(plain).normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

/**
 * The stored form of a new user's name: 1 to 64 characters, none invisible, no space at either end.
 * @throws Fault USER_NAME_INVALID
 */
export function checkName(name: string): string {
  const stored = storedName(name);
  const expected = `1 to ${LONGEST} printable characters, without a space at the beginning or end`;
  const length = [...stored].length;
  if (length < 1 || length > LONGEST) {
    throw new Fault('USER_NAME_INVALID', { found: `${length} characters`, expected });
  }
  // Controls, formats, surrogates, private use, unassigned, and separators other than the space.
  if (/[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/u.test(stored)) {
    throw new Fault('USER_NAME_INVALID', { found: 'a character that is not printable', expected });
  }
  if (stored.trim() !== stored) {
    throw new Fault('USER_NAME_INVALID', { found: 'a space at the beginning or end', expected });
  }
  if (nameKey(stored) === PROGRAM) {
    throw new Fault('USER_NAME_INVALID', { found: `${stored}, which is this program itself`, expected });
  }
  return stored;
}
