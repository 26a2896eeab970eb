/** A command line without the program's name, and its purpose. */
export type Example = readonly [line: string, purpose: string];

/** A placeholder for two spaces at the start of a line; yargs removes real ones when it wraps. */
const INDENT = '\ue000';

/**
 * The head of a command's help: usage, description, and examples before the options.
 * @param synopsis the command in the syntax of yargs, for example `report [name]`
 */
export function usage(synopsis: string, description: string, examples: readonly Example[]): string {
  const lines = examples.flatMap(([line, purpose]) => [
    `${INDENT}${line.replace('$0', 'payin-recon')}`,
    `${INDENT.repeat(3)}${purpose}`,
  ]);
  return `Usage: payin-recon ${synopsis}\n\n${description}\n\nExamples:\n${lines.join('\n')}`;
}

/** Replaces the placeholders in help that yargs has wrapped. */
export function indented(help: string): string {
  return help.replaceAll(INDENT, '  ');
}
