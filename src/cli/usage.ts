import { textTable } from '../terminal-text.ts';

/** A command line without the program's name, and what it is good for. */
export type Example = readonly [line: string, purpose: string];

/**
 * The head of a command's help. Examples come first: who asks for help wants to see one.
 * @param synopsis the command as yargs knows it, for example `report [name]`
 */
export function usage(synopsis: string, description: string, examples: readonly Example[]): string {
  const rows = examples.map(([line, purpose]) => [`  ${line.replace('$0', 'payin-recon')}`, purpose]);
  const [, ...lines] = textTable(['', ''], rows, []).split('\n');
  return `Examples:\n${lines.join('\n')}\n\nUsage: payin-recon ${synopsis}\n\n${description}`;
}
