import type { ReportRow } from '../../../reports/report.ts';
import type { Form } from '../../export/profile.ts';
import { encode } from '../../export/publish/write-report.ts';
import { zonesOf } from '../../settings/region-zones.ts';
import { OTHER_REGION, type Settings } from '../../settings/schema.ts';
import { stateName } from './decision.ts';
import { type FindingList, LIST_COLUMNS } from './listed-findings.ts';
import { awaitingAmount } from './shown-values.ts';

/**
 * A list of findings as a file, in blocks: the columns of findings.csv and {@link LIST_COLUMNS} after them. Only within
 * the transaction of the list.
 * @throws Fault WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export function findingsFile(
  list: Pick<FindingList, 'blocks' | 'writeOffsOf'>,
  settings: Settings,
  form: Form,
): AsyncGenerator<string | Buffer> {
  const zones = zonesOf(settings);
  const zoneOf = (region: string) => zones[region] ?? OTHER_REGION.zone;
  return encode({ name: 'findings', columns: LIST_COLUMNS }, rowsOf(list), zoneOf, form);
}

async function* rowsOf({
  blocks,
  writeOffsOf,
}: Pick<FindingList, 'blocks' | 'writeOffsOf'>): AsyncGenerator<readonly ReportRow[]> {
  for await (const block of blocks) {
    const writeOffs = await writeOffsOf(block);
    yield block.map((row, index) => ({
      ...row,
      state: stateName(row.state),
      awaiting_amount: awaitingAmount(row),
      write_off_amount: writeOffs[index]!,
      reopened_reason: row.state === 'open' ? row.state_reason : null,
    }));
  }
}
