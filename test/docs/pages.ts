import { existsSync } from 'node:fs';
import { packageRoot } from '../../src/database/package-root.ts';
import { filesBelow, readCode } from '../support/code-files.ts';

/** A code block of a page. */
export interface Block {
  /** Counted from 1: the line after the opening fence, or the first indented line. */
  readonly line: number;
  /** What the fence names; `indented` for a block without a fence. */
  readonly language: string;
  readonly text: string;
  /** The text of the HTML comment on the line before the fence, empty if there is none. */
  readonly mark: string;
  /** Whether a generator writes it, between `<!-- made: … -->` and `<!-- end -->`. */
  readonly made: boolean;
}

export interface Page {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** The text with the lines of its blocks left empty. */
  readonly prose: string;
}

/** The Markdown pages that the package carries. */
export function shippedPages(): Page[] {
  const single = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'reports/README.md', 'sql/README.md'];
  const there = single.filter((path) => existsSync(new URL(path, `file://${packageRoot}/`)));
  return [...there, ...filesBelow('docs', /\.md$/), ...filesBelow('examples', /\.md$/)].map((path) =>
    parsePage(path, readCode(path)),
  );
}

/** @param text Markdown as this repository writes it: fences of three backticks, no nested lists of code */
export function parsePage(path: string, text: string): Page {
  const lines = text.split('\n');
  const prose = [...lines];
  const blocks: Block[] = [];
  let made = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (/^<!-- made: /.test(line)) made = true;
    if (line === '<!-- end -->') made = false;
    const fence = /^( *)```(\w*)/.exec(line);
    const indented = fence === null && /^ {4}\S/.test(line) && isBlank(lines[index - 1]);
    if (fence === null && !indented) continue;
    const start = fence === null ? index : index + 1;
    const isLast = fence === null ? (at: number) => !/^( {4}|$)/.test(lines[at]!) : isFence(lines, fence[1]!);
    let end = start;
    while (end < lines.length && !isLast(end)) end += 1;
    const text = lines.slice(start, end).join('\n');
    const mark = /^<!-- (.*) -->$/.exec(lines[index - 1]?.trim() ?? '')?.[1] ?? '';
    blocks.push({ line: start + 1, language: fence?.[2] ?? 'indented', text, mark, made });
    prose.fill('', index, fence === null ? end : end + 1);
    index = fence === null ? end - 1 : end;
  }
  return { path, text, blocks, prose: prose.join('\n') };
}

/** The anchors that GitHub gives a page's headings. */
export function anchorsOf(page: Page): string[] {
  const seen = new Map<string, number>();
  return [...page.prose.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading]) => {
    const plain = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}

/** What the links and pictures of a page point to, as they are written; inline code holds none. */
export function linksOf(page: Page): string[] {
  const text = page.prose.replace(/`[^`\n]*`/g, '');
  const inline = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  const defined = [...text.matchAll(/^\[[^\]]+\]: +(\S+)$/gm)].map(([, target]) => target!);
  const tags = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target]) => target!);
  return [...inline, ...defined, ...tags];
}

/** The commands of a `console` block, each with the lines after `$` that it is on. */
export function typedIn(text: string): { readonly shown: string; readonly command: string }[] {
  return [...text.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map(([shown, command]) => ({
    shown,
    command: command!,
  }));
}

function isFence(lines: readonly string[], indent: string): (at: number) => boolean {
  return (at) => lines[at]!.startsWith(`${indent}\`\`\``);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line === '';
}
