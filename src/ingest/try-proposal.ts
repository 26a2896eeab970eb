import { Fault } from '../errors.ts';
import { parseSettings } from '../settings/load-settings.ts';
import type { SettingsInput } from '../settings/schema.ts';
import type { TableFormat } from '../settings/table-format.ts';
import { counted, grouped } from '../terminal-text.ts';
import { fileSampler } from './sample-files.ts';
import type { Staged } from './staging/record-stager.ts';
import { unreadColumnText } from './unread-text.ts';

/** A proposed entry of the setting map. */
export interface ProposedTable {
  readonly file: string;
  readonly name: string;
  readonly table: TableFormat & { readonly columns: Readonly<Record<string, string>> };
}

/**
 * What the whole file gives by a proposal, its other columns left out; undefined if it is refused.
 * @param more what the entry has beside the proposal
 */
export async function tryProposal(
  { file, name, table }: ProposedTable,
  more: TableFormat = {},
): Promise<Staged | undefined> {
  const entry = { ...table, ...more, columns: { ...table.columns, '*': 'ignore' } };
  try {
    const settings = parseSettings({ map: { [name]: entry } } as SettingsInput);
    const read = await fileSampler(settings, undefined, undefined)(file);
    return read instanceof Fault ? undefined : read;
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** What a proposal leaves unread of a file, for a person; the first rows, by which it was made, may not show it. */
export function unreadByProposal({ unread, rejected, records }: Staged): string[] {
  return [
    ...unread.map((column) =>
      unreadColumnText(column)
        .trim()
        .replace(/\n *to do: /, '; '),
    ),
    ...(rejected === 0
      ? []
      : [`${grouped(rejected)} of ${counted(records, 'row')} would be rejected. The dry run says why.`]),
  ];
}
