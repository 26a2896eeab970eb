import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/database/package-root.ts';
import { filesBelow, readCode } from '../test/support/code-files.ts';
import { architectureDiagram } from './architecture-diagram.ts';
import { exportsTable } from './library-exports.ts';
import { fenced } from './markdown.ts';
import { ordersTable } from './orders-table.ts';
import {
  captureMetricsTable,
  errorsTable,
  findingsTable,
  metricsTable,
  outcomesTable,
  rejectionsTable,
  sandboxErrorsTable,
  sandboxFaultsTable,
  settingsBlock,
} from './reference-pages.ts';

/** Generated parts of pages, by the names in their markers. */
const PARTS: Readonly<Record<string, () => string>> = {
  demo: () => fenced('', `$ npm run demo\n${demoOutput()}`),
  library: () => fenced('ts', readCode(LIBRARY_EXAMPLE)),
  'library-exports': exportsTable,
  architecture: () => fenced('mermaid', architectureDiagram()),
  outcomes: outcomesTable,
  findings: findingsTable,
  rejections: rejectionsTable,
  settings: settingsBlock,
  errors: errorsTable,
  metrics: metricsTable,
  'capture-metrics': captureMetricsTable,
  'sandbox-faults': sandboxFaultsTable,
  'sandbox-errors': sandboxErrorsTable,
  'orders-table': ordersTable,
};

/** test/e2e/package.long.test.ts runs it against the installed package. */
const LIBRARY_EXAMPLE = 'test/e2e/library-example.ts';

const MARKED = /<!-- made: (\S*) -->\n([\s\S]*?)<!-- end -->/g;

/** Handwritten pages that have generated parts. */
export function markedPages(): string[] {
  return ['README.md', ...filesBelow('docs', /\.md$/)].filter((path) =>
    readCode(path).includes('<!-- made: '),
  );
}

/** A page with its generated parts updated. */
export function withMadeParts(path: string): string {
  return replaceParts(path, readCode(path));
}

/**
 * Updates each part between `<!-- made: NAME -->` and `<!-- end -->`.
 * @throws Error if a name is unknown, or a marker has no end
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

/** Cached, because several pages may show the same part and the demo takes seconds. */
function made(name: string, part: () => string): string {
  if (!madeAlready.has(name)) madeAlready.set(name, part());
  return madeAlready.get(name)!;
}

/** The output of the demo, run in a temporary folder. */
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
