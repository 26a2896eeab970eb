import { join } from 'node:path';
import { packageRoot } from '../database/package-root.ts';
import { textTable } from '../terminal-text.ts';

/**
 * The lists that `payin-recon help NAME` prints, each with a one-line title. The entries are in another file because
 * every start of the program loads this one.
 */
export const HELP_LISTS = {
  outcomes: 'The outcomes of an order; the first whose condition holds applies',
  findings: 'The findings that an order can have, and whether they block a match',
  rejections: 'The reasons for which a line is rejected: it belongs to no order',
  reports: 'The reports of a date and region',
  errors: 'The errors with which a command ends',
  'exit-codes': 'The exit codes',
} as const;

/** The end of the program's help: the lists with their titles, and the path of the documentation. */
export function listsText(): string {
  const rows = Object.entries(HELP_LISTS).map(([name, title]) => [`  payin-recon help ${name}`, title]);
  const lists = textTable(['', ''], rows, []).split('\n').slice(1).join('\n');
  return `${lists}\n\nDocumentation: ${join(packageRoot, 'docs/README.md')}`;
}
