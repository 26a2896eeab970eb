import { Fault } from '../../errors.ts';

const CARRIAGE_RETURN = 13;

/** Whether a line has a CR before its end: the next line begins there in files of programs for the early Mac OS. */
export function hasLoneReturn(line: Uint8Array): boolean {
  const at = line.indexOf(CARRIAGE_RETURN);
  return at !== -1 && line.subarray(at).some((byte) => byte !== CARRIAGE_RETURN);
}

/** The same of a text, in which a quoted cell may have a CR. */
export function hasLoneReturnUnquoted(text: string, quote: string): boolean {
  const outside = text.split(quote).filter((_part, index) => index % 2 === 0);
  return outside.join(quote).trimEnd().includes('\r');
}

export function loneReturns(file: string, line: number): Fault {
  return new Fault('SOURCE_FORMAT', {
    where: `${file}:${line}`,
    found: 'lines that end with CR alone',
    expected: 'lines that end with LF or CRLF',
    remedy: 'Save the file as CSV UTF-8, with lines that end with LF or CRLF.',
  });
}
