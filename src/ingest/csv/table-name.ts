import { basename } from 'node:path';

/** How the settings name the files of a table: by the table's name alone, or by patterns too. */
export interface TableName {
  readonly name: string;
  readonly files?: readonly string[];
}

const ENDING = /(\.(csv|tsv|txt|xlsx))?(\.(gz|zst))?$/i;

/**
 * The name of a file's table, chosen so that the files of other dates belong to the same table.
 * @example tableName('pedidos-2026-11-19.csv.gz').name === 'pedidos'
 * @example tableName('20261119_pedidos.csv') // { name: 'pedidos', files: ['*_pedidos.csv'] }
 */
export function tableName(file: string): TableName {
  const whole = basename(file.replaceAll('\\', '/'));
  const plain = whole.replace(ENDING, '');
  // With what separates them at the odd places.
  const pieces = plain.split(/([-_. ]+)/);
  const parts = pieces.filter((_piece, index) => index % 2 === 0);
  const dated = parts.findIndex((part) => /^\p{N}/u.test(part));
  const start = parts.slice(0, dated === -1 ? parts.length : dated);
  const isSplit = !start.some((part) => /\p{N}{6}/u.test(part));
  if (start.length > 0 && start[0] !== '' && isSplit) {
    const beginning = pieces.slice(0, 2 * start.length - 1).join('');
    return { name: beginning.replace(/[-_. ]+$/, '') };
  }
  const letters = plain
    .replace(/\p{N}+/gu, ' ')
    .trim()
    .replace(/^[-_. ]+|[-_. ]+$/g, '');
  const name =
    letters
      .split(/[-_. ]+/)
      .filter((part) => part.length > 1)
      .join('-') || 'table';
  return { name, files: [whole.replace(/[[\]{}()!?*\\]/g, '?').replace(/\p{N}+([-_. ]*\p{N}+)*/gu, '*')] };
}
