import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf, type Import, importsOf } from '../scripts/imports.ts';
import { packageRoot } from '../src/database/package-root.ts';
import { functionsOf } from './functions-of.ts';
import { EDGES, MAY_IMPORT, MAY_LOOK_OUTSIDE, MAY_USE_PACKAGES } from './may-import.ts';
import { filesBelow, linesWith, readCode } from './support/code-files.ts';

const MOST_LINES = 300;
const MOST_FUNCTION_LINES = 60;

const MAY_BE_LONG: Readonly<Record<string, string>> = {
  'src/errors.ts': 'lists one fault after the other; to cut it would only scatter them',
  'src/database/tables.ts': 'lists the columns of every table; to cut it would only scatter them',
  'test/cli/mistakes.ts': 'lists one mistake after the other; to cut it would only scatter them',
};

/** Names of files that more than one folder has. */
const MAY_REPEAT: readonly string[] = ['all.ts', 'check.ts', 'regions.ts'];

const CODE_FOLDERS = ['src', 'jobs', 'sql', 'reports', 'scripts', 'test', 'examples'];

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly area: string;
  readonly imports: readonly Import[];
}

const sources = [
  ...filesBelow('src', /\.tsx?$/),
  ...filesBelow('jobs', /\.ts$/),
  ...filesBelow('reports', /\.ts$/),
].map(sourceFile);
/** What is not part of the package: tests, and the programs that make files from the code. */
const tests = [...filesBelow('test', /\.ts$/), ...filesBelow('scripts', /\.ts$/)];
const statements = filesBelow('sql', /\.sql$/);

describe('imports', () => {
  it('go one way: from the edges to the steps of a record, never back and never across', () => {
    const wrong = eachImport(({ area }, { area: target }) => {
      if (target === undefined || target === area) return false;
      if (area in EDGES) return isEdge(target) ? !EDGES[area]!.includes(target) : isKept(area, target);
      return !(MAY_IMPORT[area] ?? []).includes(target);
    });
    expect(
      wrong,
      'Move what both need to the lower of the two, or pass it in; if docs/internals/architecture.md allows the import, ' +
        'add it to MAY_IMPORT in this test',
    ).toEqual([]);
  });

  it('of packages stay out of what is pure', () => {
    const wrong = eachImport(({ area }, { area: target, target: name }) => {
      const allowed = MAY_USE_PACKAGES[area];
      return target === undefined && allowed !== undefined && !allowed.includes(name);
    });
    expect(wrong, 'Do it where the result is used, and pass it in').toEqual([]);
  });

  it('of reports from src/database are types only', () => {
    const wrong = eachImport(
      (file, found) => file.area === 'reports' && found.area === 'database' && !found.typeOnly,
    );
    expect(wrong, 'Write `import type`; a report only says which columns it shows').toEqual([]);
  });

  it('form no circle', () => {
    const targetsOf = new Map(
      sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]),
    );
    const wrong = sources.filter(({ path }) => reaches(targetsOf, path, path)).map(({ path }) => path);
    expect(wrong, 'Give what both need a file of its own, or pass it in').toEqual([]);
  });

  it('name every area that there is', () => {
    const areas = [...new Set(sources.map(({ area }) => area))].filter((area) => !isEdge(area));
    expect(
      areas.filter((area) => !(area in MAY_IMPORT)),
      'Say in MAY_IMPORT of this test what the new folder or file of src may import, and in docs/internals/architecture.md why',
    ).toEqual([]);
  });
});

describe('clock, chance and environment', () => {
  const OUTSIDE =
    /\bprocess\.(env|argv)\b|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bDateTime\.(now|local)\(\)/;

  it('are read at the edges only', () => {
    const wrong = sources
      .filter(({ path, area }) => !isEdge(area) && !(path in MAY_LOOK_OUTSIDE))
      .flatMap(({ path }) => linesWith(path, OUTSIDE));
    expect(wrong, 'Take it as a parameter; cli, jobs, web and library read it and pass it on').toEqual([]);
  });

  it('are let in elsewhere only where that is still needed', () => {
    const unneeded = Object.keys(MAY_LOOK_OUTSIDE).filter(
      (path) => !OUTSIDE.test(sources.find((file) => file.path === path)?.text ?? ''),
    );
    expect(unneeded, 'Take it out of MAY_LOOK_OUTSIDE in this test').toEqual([]);
  });
});

describe('sizes', () => {
  it(`files have at most ${MOST_LINES} lines`, () => {
    const long = [...sources.map(({ path }) => path), ...tests]
      .map((path) => ({ path, lines: readCode(path).split('\n').length - 1 }))
      .filter(({ path, lines }) => lines > MOST_LINES && !(path in MAY_BE_LONG));
    expect(long, 'Two things stand in one file: give each its own').toEqual([]);
  });

  it(`functions have at most ${MOST_FUNCTION_LINES} lines`, () => {
    const long = sources
      .flatMap(({ path, text }) =>
        functionsOf(text).map(({ name, lines }) => ({ name: `${path} ${name}`, lines })),
      )
      .filter(({ name, lines }) => lines > MOST_FUNCTION_LINES && !(name in MAY_BE_LONG));
    expect(long, 'Name a part of it and make that a function').toEqual([]);
  });
});

describe('names and places', () => {
  it('of TypeScript files are kebab-case', () => {
    const wrong = [...sources.map(({ path }) => path), ...tests].filter(
      (path) => !/^[a-z0-9]+(-[a-z0-9]+)*((\.long)?\.test)?\.tsx?$/.test(basename(path)),
    );
    expect(wrong, 'Rename the file: small letters, words joined by -').toEqual([]);
  });

  it('of files in src say which file is meant, without their folder', () => {
    const names = sources.filter(({ path }) => path.startsWith('src/')).map(({ path }) => basename(path));
    const repeated = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
    expect(
      repeated.filter((name) => !MAY_REPEAT.includes(name)),
      'Rename one of them: say what it is of',
    ).toEqual([]);
    expect(
      MAY_REPEAT.filter((name) => !repeated.includes(name)),
      'Take it out of MAY_REPEAT in this test',
    ).toEqual([]);
  });

  it('of SQL files are numbered, but for schema.sql and the steps of a run, whose order is src/reconcile/steps.ts', () => {
    const named = /^sql\/(schema|reconcile\/(choose|evidence|results)\/[a-z][a-z_]+)\.sql$/;
    const numbered = /^\d+_[a-z0-9_]+\.sql$/;
    const wrong = statements.filter((path) =>
      path.startsWith('sql/reconcile/')
        ? !named.test(path)
        : !named.test(path) && !numbered.test(basename(path)),
    );
    expect(wrong, 'Rename the file: a number that says its order, then small letters and _').toEqual([]);
  });

  it('of code are the folders of docs/internals/architecture.md and no others', () => {
    const wrong = readdirSync(packageRoot, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(\..*|node_modules|dist)$/.test(entry.name))
      .map(({ name }) => name)
      .filter((name) => !CODE_FOLDERS.includes(name) && filesBelow(name, /\.([cm]?[jt]s|sql)$/).length > 0);
    expect(wrong, `Put the code below one of ${CODE_FOLDERS.join(', ')}`).toEqual([]);
    const page = readCode('docs/internals/architecture.md');
    for (const folder of [...CODE_FOLDERS, ...foldersOfSrc()]) {
      expect(page, `Say in docs/internals/architecture.md what ${folder}/ is for`).toMatch(
        new RegExp(`^\\| \`${folder}/`, 'm'),
      );
    }
  });
});

describe('what is left undone', () => {
  it('is no test that is passed over, or alone', () => {
    const wrong = tests.flatMap((path) =>
      linesWith(path, /\b(it|test|describe)(\.\w+)*\.(only|skip|todo|fails)\b/),
    );
    expect(wrong, 'Make the test hold, or take it out').toEqual([]);
  });

  it('is not written into the code', () => {
    const marks = new RegExp(`\\b(${['TO', 'FIX', 'XX'].join('|')})(?:DO|ME|X)\\b`);
    const files = [...sources.map(({ path }) => path), ...tests, ...statements];
    const wrong = files.flatMap((path) => linesWith(path, marks));
    expect(wrong, 'Do it, or write an issue').toEqual([]);
  });
});

/**
 * What an edge may not import although it is none itself: the simulated day is for the demo and for tests, and what is
 * not part of the package is for nobody.
 */
function isKept(area: string, target: string): boolean {
  return ['simulate', 'scripts', 'test'].includes(target) && !EDGES[area]!.includes(target);
}

function foldersOfSrc(): string[] {
  return readdirSync(join(packageRoot, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}`);
}

/** Whether imports lead from a file to another, over any number of files between. */
function reaches(targetsOf: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const next = [...(targetsOf.get(from) ?? [])];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (file === to) return true;
    if (seen.has(file)) continue;
    seen.add(file);
    next.push(...(targetsOf.get(file) ?? []));
  }
  return false;
}

function isEdge(area: string): boolean {
  return area in EDGES;
}

function eachImport(isWrong: (file: SourceFile, found: Import) => boolean): string[] {
  return sources.flatMap((file) =>
    file.imports
      .filter((found) => isWrong(file, found))
      .map(({ target }) => `${file.path} imports ${target}`),
  );
}

function sourceFile(path: string): SourceFile {
  return { path, text: readCode(path), area: areaOf(path), imports: importsOf(path) };
}
