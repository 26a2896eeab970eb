import { fstatSync, statSync } from 'node:fs';
import { reasonOf } from '../database/folder-fault.ts';
import { Fault } from '../errors.ts';
import { blocksForTerminal, linesForTerminal } from '../terminal-text.ts';
import { inSnakeCase } from './snake-case.ts';

/** Prints a result to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

let remedyIfLost: string | undefined;

/**
 * Prints a result that cannot be printed again, such as a generated password.
 * @param remedy what to do if it is lost
 */
export function printOnce(text: string, remedy: string): void {
  remedyIfLost = remedy;
  print(text);
}

/**
 * Checks that standard output goes somewhere, before something is made that can be printed only once. Node opens /dev/null in the
 * place of an output that is closed.
 * @throws Fault OUTPUT_LOST
 */
export function checkPrintedOnce(): void {
  const nowhere = statSync('/dev/null', { throwIfNoEntry: false });
  if (nowhere === undefined || fstatSync(1).rdev !== nowhere.rdev) return;
  throw new Fault('OUTPUT_LOST', {
    where: 'standard output',
    found: 'closed, or /dev/null',
    expected: 'a terminal, a file or a program: the result is printed only once',
    remedy: 'Nothing was changed. Send the output to where it is kept, and run the same command again.',
  });
}

/**
 * The fault of a result that could not be printed. Undefined where its reader has gone (`| head`) and needs nothing more: a run
 * must not stop half-way.
 */
export function lostOutput(error: NodeJS.ErrnoException): Fault | undefined {
  if (error.code === 'EPIPE' && remedyIfLost === undefined) return undefined;
  const found = error.code === 'EPIPE' ? 'its reader has gone' : reasonOf(error);
  return new Fault('OUTPUT_LOST', {
    ...{ where: 'standard output', found, cause: error },
    ...(remedyIfLost === undefined ? {} : { remedy: remedyIfLost }),
  });
}

/** Prints a message to standard error. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints a result as one JSON document with keys in snake_case. */
export function printJson(value: unknown): void {
  const text = jsonText(value);
  print(process.stdout.isTTY ? linesForTerminal(text) : text);
}

/** A result as one JSON document with keys in snake_case. */
export function jsonText(value: unknown): string {
  return JSON.stringify(inSnakeCase(value), null, 2);
}

type Block = string | Buffer;

/**
 * Writes a text file to standard output: to a terminal without what it would obey, to a file or a pipe byte for byte. Resolves
 * also if the reader has gone.
 */
export async function toOutput(blocks: AsyncIterable<Block> | Iterable<Block>): Promise<void> {
  const shown = process.stdout.isTTY ? blocksForTerminal() : undefined;
  for await (const block of blocks) await written(shown?.write(block) ?? block);
  if (shown !== undefined) await written(shown.end());
}

function written(block: Block): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(block, () => resolve());
  });
}
