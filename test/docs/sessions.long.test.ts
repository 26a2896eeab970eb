/**
 * What the pages show is what the program prints. A `console` block is a session: lines behind `$` are typed, what
 * follows is their output. Marks in HTML comments: `run: FIXTURE, INSTANT` begins a folder (see session.ts),
 * `time: INSTANT` moves the clock, `file: NAME` before a block writes it to the folder, `not run: REASON` leaves a
 * block out. UPDATE_GOLDEN=1 writes the output into the pages.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { type Page, shippedPages, typedIn } from './pages.ts';
import { Folders, type Session } from './session.ts';

const update = !['', '0', undefined].includes(process.env['UPDATE_GOLDEN']);

/** Blocks that show no output: commands alone, files, code, pictures. */
const WITHOUT_OUTPUT = [
  'sh',
  'yaml',
  'json',
  'csv',
  'ts',
  'js',
  'sql',
  'mermaid',
  'ini',
  'python',
  'powerquery',
  'indented',
];

const folders = new Folders();
afterAll(() => folders.remove());

const pages = shippedPages();
/** The other pages show no output. */
const checked = pages.filter(({ path }) => path === 'README.md' || path.startsWith('docs/'));

describe.each(checked.map((page) => [page.path, page] as const))('%s', (_path, page) => {
  it('says of every block what it is', () => {
    const unknown = page.blocks.filter(
      ({ language, made, mark }) =>
        !made && language !== 'console' && !WITHOUT_OUTPUT.includes(language) && !/^not run: .+/.test(mark),
    );
    expect(unknown.map(({ line }) => `line ${line}`)).toEqual([]);
  });

  if (stepsOf(page).some(({ kind }) => kind === 'type')) {
    it('shows what its commands print', async () => {
      const shown = await replay(page);
      if (update) writeFileSync(join(packageRoot, page.path), shown);
      else expect(shown).toBe(page.text);
      expect(shown).not.toMatch(/^error (USAGE|INTERNAL|SETTINGS_INVALID)/m);
    });
  }
});

type Step =
  | { readonly kind: 'begin'; readonly fixture: string; readonly at: string }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'write'; readonly name: string; readonly text: string }
  | { readonly kind: 'type'; readonly first: number; readonly text: string };

/** What a page has done, in its order. */
function stepsOf(page: Page): Step[] {
  const marks = page.prose.split('\n').flatMap((line, index): [number, Step][] => {
    const [, fixture, from] = /^<!-- run: (\w+), (\S+) -->$/.exec(line) ?? [];
    const [, at] = /^<!-- time: (\S+) -->$/.exec(line) ?? [];
    if (fixture !== undefined) return [[index, { kind: 'begin', fixture, at: from! }]];
    return at === undefined ? [] : [[index, { kind: 'time', at }]];
  });
  const blocks = page.blocks.flatMap(({ line, language, text, mark }): [number, Step][] => {
    const [, name] = /^file: (\S+)$/.exec(mark) ?? [];
    if (name !== undefined) return [[line, { kind: 'write', name, text: `${text}\n` }]];
    const isRun = language === 'console' && !/^not run: .+/.test(mark);
    return isRun ? [[line, { kind: 'type', first: line - 1, text }]] : [];
  });
  return [...marks, ...blocks].sort(([one], [other]) => one - other).map(([, step]) => step);
}

/** The page's text with the output of its sessions as it is now. */
async function replay(page: Page): Promise<string> {
  const lines = page.text.split('\n');
  const changes: { first: number; length: number; text: string }[] = [];
  let session: Session | undefined;
  for (const step of stepsOf(page)) {
    if (step.kind === 'begin') {
      session = await folders.begin(step.fixture, step.at);
      continue;
    }
    if (session === undefined)
      throw new Error(`${page.path} names no folder: <!-- run: FIXTURE, INSTANT -->`);
    if (step.kind === 'time') session.at = step.at;
    else if (step.kind === 'write') session.write(step.name, step.text);
    else {
      const text = await typeAll(session, step.text);
      changes.push({ first: step.first, length: step.text.split('\n').length, text });
    }
  }
  for (const { first, length, text } of changes.reverse()) lines.splice(first, length, text);
  return lines.join('\n');
}

async function typeAll(session: Session, text: string): Promise<string> {
  const shown: string[] = [];
  for (const { shown: line, command } of typedIn(text)) {
    shown.push(`${line}\n${(await session.type(command)).replace(/ +$/gm, '')}`.trimEnd());
  }
  return shown.join('\n');
}
