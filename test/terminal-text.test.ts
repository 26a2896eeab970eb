import { describe, expect, it } from 'vitest';
import { blocksForTerminal, linesForTerminal, plain, quoted } from '../src/terminal-text.ts';

/** Marks of direction and the separators of lines and paragraphs. */
const DIRECTIONS = [0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202d, 0x202e, 0x2066, 0x2069];

describe('text of a log on a terminal', () => {
  it('cannot move the cursor', () => {
    expect(plain('A\u001b[2JB\u0007')).toBe('A\\u001b[2JB\\u0007');
  });

  it.each(DIRECTIONS)('cannot change the order or the lines of what is around it: %i', (code) => {
    const escaped = `\\u${code.toString(16).padStart(4, '0')}`;
    expect(plain(`a${String.fromCharCode(code)}b`)).toBe(`a${escaped}b`);
    expect(linesForTerminal(`a${String.fromCharCode(code)}b\n`)).toBe(`a${escaped}b\n`);
  });

  it('is left as it is otherwise, in every script', () => {
    const text = 'São Paulo ‰ — القاهرة 日本 \u{1f4b8} \u200d \ufeff';
    expect(plain(text)).toBe(text);
  });
});

describe('a file on a terminal', () => {
  it('keeps its line breaks, and nothing else that a terminal would obey', () => {
    expect(linesForTerminal('a;\u001b[2J\u009b\r\nb\n"c\td\re"\n')).toBe(
      'a;\\u001b[2J\\u009b\r\nb\n"c\\u0009d\\u000de"\n',
    );
  });

  it('is the same wherever its blocks are cut', () => {
    const bytes = Buffer.from('São;\u202e;\u001b]0;x\u0007\r\nالقاهرة;\u{1f4b8}\r\n');
    const whole = linesForTerminal(bytes.toString());
    expect(whole).toBe('São;\\u202e;\\u001b]0;x\\u0007\r\nالقاهرة;\u{1f4b8}\r\n');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const shown = blocksForTerminal();
      const [first, second] = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(shown.write(first) + shown.write(second) + shown.end()).toBe(whole);
    }
  });

  it.each([
    ['a line break without its second half', Buffer.from('a\r'), 'a\\u000d'],
    ['half a character', Buffer.from('a\u00e3').subarray(0, 2), 'a\ufffd'],
    ['both', Buffer.from('\r\u00e3').subarray(0, 2), '\\u000d\ufffd'],
  ])('is shown to its end: %s', (_about, bytes, expected) => {
    const shown = blocksForTerminal();
    expect(shown.write(bytes) + shown.end()).toBe(expected);
  });
});

describe('a word of a command', () => {
  it('is no command when it stands in one', () => {
    expect(quoted('BR0000001234')).toBe('BR0000001234');
    expect(quoted('$(touch x)')).toBe("'$(touch x)'");
    expect(quoted("it's")).toBe("'it'\\''s'");
    expect(quoted('--help')).toBe("'--help'");
  });
});
