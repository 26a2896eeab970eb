import { describe, expect, it } from 'vitest';
import { plain, quoted } from '../src/terminal-text.ts';

describe('text of a log on a terminal', () => {
  it('cannot move the cursor', () => {
    expect(plain('A\u001b[2JB\u0007')).toBe('A\\u001b[2JB\\u0007');
  });

  it('is no command when it stands in one', () => {
    expect(quoted('BR0000001234')).toBe('BR0000001234');
    expect(quoted('$(touch x)')).toBe("'$(touch x)'");
    expect(quoted("it's")).toBe("'it'\\''s'");
    expect(quoted('--help')).toBe("'--help'");
  });
});
