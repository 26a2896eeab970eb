import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/database/package-root.ts';
import { filesBelow } from '../test/support/code-files.ts';
import { architectureDiagram } from './architecture-diagram.ts';
import { fenced } from './markdown.ts';
import {
  errorsTable,
  findingsTable,
  metricsTable,
  outcomesTable,
  rejectionsTable,
  settingsBlock,
} from './reference-pages.ts';

/** Parts of pages that are made from the code, by the names of their marks. */
const PARTS: Readonly<Record<string, () => string>> = {
  demo: () => fenced('', `$ npm run demo\n${demoOutput()}`),
  library: () => fenced('ts', readFileSync(join(packageRoot, LIBRARY_EXAMPLE), 'utf8')),
  architecture: () => fenced('mermaid', architectureDiagram()),
  outcomes: outcomesTable,
  findings: findingsTable,
  rejections: rejectionsTable,
  settings: settingsBlock,
  errors: errorsTable,
  metrics: metricsTable,
};

/** Run by test/e2e/package.test.ts against the package as it is installed. */
const LIBRARY_EXAMPLE = 'test/e2e/library-example.ts';

const MARKED = /<!-- made: (\S*) -->\n([\s\S]*?)<!-- end -->/g;

/** Pages that people write and that have parts made from the code. */
export function markedPages(): string[] {
  return ['README.md', ...filesBelow('docs', /\.md$/)].filter((path) => kept(path).includes('<!-- made: '));
}

/** A page with what stands between its marks made anew. */
export function withMadeParts(path: string): string {
  return replaceParts(path, kept(path));
}

/**
 * A text with each part between `<!-- made: NAME -->` and `<!-- end -->` made anew.
 * @throws Error if a name is unknown, or a mark has no end
 */
export function replaceParts(path: string, text: string): string {
  const opened = text.match(/<!-- made:/g)?.length ?? 0;
  if (opened !== [...text.matchAll(MARKED)].length)
    throw new Error(`${path}: write <!-- made: NAME --> on a line of its own, and <!-- end --> after it`);
  return text.replace(MARKED, (_all, name: string) => {
    const part = PARTS[name];
    if (part === undefined)
      throw new Error(
        `${path}: nothing makes "${name}"; there are ${Object.keys(PARTS).join(', ')} (scripts/made-parts.ts)`,
      );
    return `<!-- made: ${name} -->\n${made(name, part)}\n<!-- end -->`;
  });
}

const madeAlready = new Map<string, string>();

/** Several pages may show one part, and the demo takes seconds. */
function made(name: string, part: () => string): string {
  if (!madeAlready.has(name)) madeAlready.set(name, part());
  return madeAlready.get(name)!;
}

function kept(path: string): string {
  return readFileSync(join(packageRoot, path), 'utf8');
}

/** What the demo prints, in a folder of its own. */
function demoOutput(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-demo-'));
  try {
    return execFileSync(process.execPath, [join(packageRoot, 'src/cli/main.ts'), 'demo'], {
      cwd: folder,
      encoding: 'utf8',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
