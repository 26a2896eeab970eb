import { stringify } from 'yaml';
import { BARE_CALLBACK_PATHS, RECORD_PATHS } from '../../contract/record-paths.ts';
import { Fault } from '../../errors.ts';
import { nearest } from '../../near.ts';
import { IGNORE } from '../../settings/map-paths.ts';

const CANDIDATES: readonly string[] = [...BARE_CALLBACK_PATHS, ...RECORD_PATHS];
const LAST_PARTS: readonly string[] = CANDIDATES.map(lastOf);

/** The fault of a CSV file with columns that nobody knows, with the nearest known ones and what to write. */
export function unknownColumns(columns: readonly string[], where: string, file: string): Fault {
  const named = columns.map((column) => {
    const near = nearestPath(column);
    return near === undefined ? column : `${column} (like ${near})`;
  });
  const table = tableName(file);
  const lines = columns.map((column) => `${quoteYaml(column)}: ${nearestPath(column) ?? IGNORE}`);
  return new Fault('SOURCE_COLUMNS', {
    where,
    found: `unknown columns: ${named.join('; ')}`,
    expected:
      'dot paths of a record (request.body.orderNo), of a callback (money.amount), or names of the map',
    remedy:
      `Say in payin-recon.yaml what each is, or ignore: ` +
      `map: { ${quoteYaml(table)}: { columns: { ${lines.join(', ')} } } }`,
  });
}

/** The known path that a column's name is like, as a whole or in its last part (`order_no`: orderNo). */
export function nearestPath(column: string): string | undefined {
  return (
    nearest(column, CANDIDATES) ?? CANDIDATES.find((path) => lastOf(path) === nearest(column, LAST_PARTS))
  );
}

function lastOf(path: string): string {
  return path.split('.').at(-1)!;
}

function tableName(file: string): string {
  const name = file.split(/[\\/]/).at(-1)!;
  return name.replace(/(\.(csv|tsv|txt))?(\.(gz|zst))?$/i, '') || 'table';
}

/** A name as YAML takes it for a key. */
function quoteYaml(name: string): string {
  return stringify(name, { lineWidth: 0 }).trim();
}
