import { describeFault, Fault } from '../../errors.ts';
import { parseSettings } from '../../settings/load-settings.ts';
import type { Settings, SettingsInput } from '../../settings/schema.ts';
import type { TableFormat } from '../../settings/table-format.ts';
import { counted, grouped, plain } from '../../terminal-text.ts';
import type { UnreadAs } from '../cells/cell-reader.ts';
import { fileSampler } from '../sample/sample-files.ts';
import type { Staged } from '../staging/record-stager.ts';
import { unreadColumnText } from '../unread-text.ts';

/** A proposed entry of the setting map. */
export interface ProposedTable {
  readonly file: string;
  readonly name: string;
  /** Those in use, of which the proposal replaces the map. */
  readonly settings: Settings;
  readonly table: TableFormat & { readonly columns: Readonly<Record<string, string>> };
}

/**
 * What the whole file gives by a proposal, its other columns left out, or why it is refused; undefined for what is no regular file.
 * @param more what the entry has beside the proposal
 */
export async function tryProposal(
  { file, name, settings, table }: ProposedTable,
  more: TableFormat = {},
): Promise<Staged | Fault | undefined> {
  const entry = { ...table, ...more, columns: { ...table.columns, '*': 'ignore' } };
  try {
    const { map } = parseSettings({ map: { [name]: entry } } as SettingsInput);
    return await fileSampler({ ...settings, map }, undefined, undefined)(file);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/**
 * What a proposal leaves unread of a file, for a person; the first rows, by which it was made, may not show it.
 * @param readsAsMuch whether a form reads what the proposal reads: one that reads only the cells left over is not advised
 */
export function unreadByProposal(
  { unread, rejected, records }: Staged,
  readsAsMuch: (form: TableFormat, as: UnreadAs) => boolean,
): string[] {
  return [
    ...unread.map((column) =>
      unreadColumnText(readsAsMuch(column.set, column.as) ? column : { ...column, set: {} })
        .trim()
        .replace(/\n *to do: /, '; '),
    ),
    ...(rejected === 0
      ? []
      : [`${grouped(rejected)} of ${counted(records, 'row')} would be rejected. The dry run says why.`]),
  ];
}

/** Why the whole file cannot be read by a proposal, for a person. */
export function refusedProposal(fault: Fault): string {
  const text = plain(describeFault(fault).replace(/\s*\n\s*/g, ' '));
  return `The whole file cannot be read by this proposal and the settings: ${text}`;
}
