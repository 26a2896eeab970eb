import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LONGEST_MILLISECONDS = 600_000;
const PLACES = ['/usr/lib/libreoffice/program', '/Applications/LibreOffice.app/Contents/MacOS'];

/** A cell as LibreOffice reads it: numbers as numbers, dates as ISO 8601 without a zone. */
export type OfficeCell =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'date'; readonly value: string };

export interface OfficeSheet {
  readonly name: string;
  /** Undefined for an empty cell. */
  readonly rows: ReadonlyArray<ReadonlyArray<OfficeCell | undefined>>;
}

/** Path of this machine's soffice program; undefined if there is none. */
export function findOffice(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...PLACES];
  return folders.map((folder) => join(folder, 'soffice')).find((path) => existsSync(path));
}

/**
 * Opens files in a fresh LibreOffice profile and returns the sheets that it reads, for each file.
 * @param filter how to read CSVs, as a LibreOffice filter; undefined for other files
 */
export async function openInOffice(
  files: readonly string[],
  filter: string | undefined,
): Promise<OfficeSheet[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-office-'));
  try {
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const reading = filter === undefined ? [] : [`--infilter=Text - txt - csv (StarCalc):${filter}`];
    await runOffice([
      profile,
      '--headless',
      ...reading,
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      ...files,
    ]);
    return files.map((file) => {
      const name = `${basename(file, extname(file))}.fods`;
      return sheetsOf(readFileSync(join(folder, name), 'utf8'));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runOffice(words: readonly string[]): Promise<void> {
  // soffice is a script that starts other processes. As a process group, they can be stopped together.
  const child = spawn(findOffice()!, words, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), LONGEST_MILLISECONDS);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  if (code !== 0) throw new Error(`soffice ended with ${code}: ${said}`);
}

/** Reads the tables of flat OpenDocument. Repeated cells at the end are the empty rest of the sheet. */
function sheetsOf(document: string): OfficeSheet[] {
  return [...document.matchAll(/<table:table table:name="([^"]*)"[^>]*>([\s\S]*?)<\/table:table>/g)].map(
    ([, name, table]) => ({
      name: decoded(name!),
      rows: [...table!.matchAll(/<table:table-row\b[^>]*>([\s\S]*?)<\/table:table-row>/g)]
        .map(([, row]) => cellsOf(row!))
        .filter((row) => row.length > 0),
    }),
  );
}

function cellsOf(row: string): Array<OfficeCell | undefined> {
  const cells: Array<OfficeCell | undefined> = [];
  for (const [, attributes, , content] of row.matchAll(
    /<table:table-cell\b((?:[^>"]|"[^"]*")*?)(\/>|>([\s\S]*?)<\/table:table-cell>)/g,
  )) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes!)?.[1];
    const repeated = Number(attribute('table:number-columns-repeated') ?? 1);
    const cell = cellOf(attribute, content ?? '');
    for (let count = 0; count < repeated; count += 1) cells.push(cell);
  }
  while (cells.length > 0 && cells.at(-1) === undefined) cells.pop();
  return cells;
}

function cellOf(attribute: (name: string) => string | undefined, content: string): OfficeCell | undefined {
  const type = attribute('office:value-type');
  if (type === undefined) return undefined;
  if (type === 'date') return { type, value: attribute('office:date-value')! };
  if (type === 'string') return { type, value: textOf(content) };
  return { type: type as 'float', value: Number(attribute('office:value')) };
}

function textOf(content: string): string {
  const paragraphs = [...content.matchAll(/<text:p\b[^>]*?(?:\/>|>([\s\S]*?)<\/text:p>)/g)];
  return paragraphs
    .map(([, paragraph = '']) =>
      decoded(
        paragraph
          .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_all, count = '1') => ' '.repeat(Number(count)))
          .replace(/<text:tab\/>/g, '\t')
          .replace(/<[^>]*>/g, ''),
      ),
    )
    .join('\n');
}

function decoded(text: string): string {
  return text
    .replace(/&#x([0-9a-fA-F]+);/g, (_all, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
