/** Files as merchants deliver them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { asCsv } from '../support/record-forms.ts';

export interface Written {
  readonly name: string;
  /** The lines that it has as NDJSON. */
  readonly lines: readonly string[];
  /** Lines that the form cannot hold. */
  readonly rest: readonly string[];
}

const STYLES = ['paths', 'bare', 'json', 'mixed'] as const;

/** @param isCut whether it breaks off: a packed file at any byte, a plain one within its last line */
export function writeLog(
  cwd: string,
  stem: string,
  form: 'ndjson' | 'gzip' | 'csv' | 'growing',
  lines: readonly string[],
  { isCut = false, style = 0 } = {},
): Written {
  const plain = lines.map((line) => `${line}\n`).join('');
  const put = (name: string, content: string | Uint8Array, rest: readonly string[] = []): Written => {
    writeFileSync(join(cwd, name), content);
    return { name, lines: lines.filter((line) => !rest.includes(line)), rest };
  };
  if (form === 'gzip') {
    const packed = gzipSync(plain);
    return put(
      `logs/${stem}.ndjson.gz`,
      isCut ? packed.subarray(0, Math.floor(packed.length * 0.6)) : packed,
    );
  }
  if (form === 'csv') {
    const { csv, rest } = asCsv(lines, STYLES[style % STYLES.length]!);
    return put(`logs/${stem}.csv`, csv, rest);
  }
  if (!isCut) return put(`logs/${stem}.ndjson`, plain);
  const last = lines.at(-1)!;
  const cut = last.slice(0, Math.floor(last.length / 2));
  const whole = [...lines.slice(0, -1), cut];
  writeFileSync(join(cwd, `logs/${stem}.ndjson`), whole.join('\n'));
  return { name: `logs/${stem}.ndjson`, lines: whole, rest: [] };
}
