/** A command line without the program's name, and its purpose. */
export type Example = readonly [line: string, purpose: string];

/** A placeholder for two spaces at the start of a line; yargs removes real ones when it wraps. */
const INDENT = '\ue000';

const HEADING = 'Examples:';

/**
 * The head of a command's help: usage, description, and examples before the options.
 * @param synopsis the command in the syntax of yargs, for example `report [name]`
 */
export function usage(synopsis: string, description: string, examples: readonly Example[]): string {
  const lines = examples.flatMap(([line, purpose]) => [
    `${INDENT}${line.replace('$0', 'payin-recon')}`,
    `${INDENT.repeat(3)}${purpose}`,
  ]);
  return `Usage: payin-recon ${synopsis}\n\n${description}\n\n${HEADING}\n${lines.join('\n')}`;
}

/** Reads the examples back from a head made by `usage`. */
export function examplesOf(head: string): Example[] {
  const lines = head
    .split(`\n${HEADING}\n`)[1]!
    .split('\n')
    .map((line) => line.replaceAll(INDENT, ''));
  return lines.flatMap((line, at) => (at % 2 === 0 ? [[line, lines[at + 1]!] as const] : []));
}

/** Replaces the placeholders in help that yargs has wrapped. */
export function indented(help: string): string {
  return help.replaceAll(INDENT, '  ');
}
