/** A text that a terminal gets in blocks is a text by itself, and is written to its end. */
import { afterEach, expect, it, vi } from 'vitest';
import { toOutput } from '../../src/cli/print.ts';

const { isTTY } = process.stdout;

/** Gathers what is written to standard output. */
function gathered(isTerminal: boolean): Array<string | Buffer> {
  const written: Array<string | Buffer> = [];
  process.stdout.isTTY = isTerminal;
  vi.spyOn(process.stdout, 'write').mockImplementation(((
    block: string | Buffer,
    isDone?: (error?: Error) => void,
  ) => {
    written.push(block);
    isDone?.();
    return true;
  }) as typeof process.stdout.write);
  return written;
}

afterEach(() => {
  vi.restoreAllMocks();
  process.stdout.isTTY = isTTY;
});

async function* blocks(...some: Array<string | Buffer>): AsyncGenerator<string | Buffer> {
  yield* some;
}

it('a terminal gets each text to its end, and nothing of one text in the next', async () => {
  const written = gathered(true);
  await toOutput(blocks('a\r', '\nb\u001b[2J', 'c\r'));
  expect(written.join('')).toBe('a\r\nb\\u001b[2Jc\\u000d');
  await toOutput(blocks('\nd', Buffer.from([0xc3])));
  expect(written.join('')).toBe('a\r\nb\\u001b[2Jc\\u000d\nd\ufffd');
  await toOutput(blocks('e\n'));
  expect(written.join('')).toBe('a\r\nb\\u001b[2Jc\\u000d\nd\ufffde\n');
});

it('a file or a pipe gets the blocks as they are', async () => {
  const written = gathered(false);
  const some = ['a\r', Buffer.from([0xc3]), '\u001b[2J'];
  await toOutput(blocks(...some));
  expect(written).toEqual(some);
});
