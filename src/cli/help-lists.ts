import { textTable } from '../terminal-text.ts';

/** The lists that `payin-recon help NAME` prints, with a title of one line. Kept apart from what they list: every start needs them. */
export const HELP_LISTS = {
  outcomes: 'What becomes of an order: exactly one of these, the first that holds',
  findings: 'What can stand out about an order; M marks what makes a paid order a MISMATCH',
  rejections: 'Why a line is rejected: it cannot be attributed to an order',
  reports: 'The CSV files of a date and region',
  errors: 'What keeps a command from being done',
  'exit-codes': 'What a command ends with',
} as const;

/** The lists with their titles, for the end of the program's help. */
export function listsText(): string {
  const rows = Object.entries(HELP_LISTS).map(([name, title]) => [`  payin-recon help ${name}`, title]);
  return textTable(['', ''], rows, []).split('\n').slice(1).join('\n');
}
