/** Results go to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Everything else goes to standard error. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A result for machines: one JSON document. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
