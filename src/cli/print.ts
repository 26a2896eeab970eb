import { inSnakeCase } from './snake-case.ts';

/** Prints a result to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a message to standard error. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints a result as one JSON document with keys in snake_case. */
export function printJson(value: unknown): void {
  print(JSON.stringify(inSnakeCase(value), null, 2));
}

/** Writes to standard output. Resolves also if the reader has gone. */
export function toOutput(block: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(block, () => resolve());
  });
}
