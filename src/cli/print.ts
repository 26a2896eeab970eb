import { inSnakeCase } from './snake-case.ts';

/** Results go to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Everything else goes to standard error. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A result for machines: one JSON document, its keys in snake_case. */
export function printJson(value: unknown): void {
  print(JSON.stringify(inSnakeCase(value), null, 2));
}

/** Writes to standard output; ignores that the reader has gone. */
export function toOutput(block: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(block, () => resolve());
  });
}
