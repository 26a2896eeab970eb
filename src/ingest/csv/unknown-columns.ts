import { distance } from 'fastest-levenshtein';
import { stringify } from 'yaml';
import { BARE_CALLBACK_PATHS, RECORD_PATHS } from '../../contract/record-paths.ts';
import { Fault } from '../../errors.ts';

const CANDIDATES: readonly string[] = [...BARE_CALLBACK_PATHS, ...RECORD_PATHS];
/** Names that share less than this are not alike. */
const LEAST_LIKENESS = 0.6;
const MOST_SHOWN = 3;

/** The fault of a CSV file with columns that nobody knows, with the nearest known ones and what to write. */
export function unknownColumns(columns: readonly string[], where: string, file: string): Fault {
  const named = columns.map((column) => {
    const near = nearestPaths(column);
    return near.length === 0 ? column : `${column} (like ${near.join(', ')})`;
  });
  const table = tableName(file);
  const lines = columns.map((column) => `${quoteYaml(column)}: ${nearestPaths(column)[0] ?? 'ignore'}`);
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

/** Known paths whose name, or last part, is much like the column's; the likest first. */
export function nearestPaths(column: string): string[] {
  const wanted = plainName(column);
  return CANDIDATES.map((path) => {
    const last = plainName(path.split('.').at(-1)!);
    const likeness = Math.max(likenessOf(wanted, plainName(path)), likenessOf(wanted, last));
    return { path, likeness };
  })
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_SHOWN)
    .map(({ path }) => path);
}

function likenessOf(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 0 : 1 - distance(a, b) / longest;
}

/** `order_no`, `Order No` and `orderNo` are alike. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function tableName(file: string): string {
  const name = file.split(/[\\/]/).at(-1)!;
  return name.replace(/(\.(csv|tsv|txt))?(\.(gz|zst))?$/i, '') || 'table';
}

/** A name as YAML takes it for a key. */
function quoteYaml(name: string): string {
  return stringify(name, { lineWidth: 0 }).trim();
}
