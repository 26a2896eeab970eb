import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { STEPS } from '../../src/reconcile/steps.ts';
import { readCode } from '../support/code-files.ts';

const PAGE = 'docs/internals/way-of-a-callback.md';
const MOST_FILES = 76;
const MOST_CHANGES_OF_FOLDER = 20;

/** A numbered line of the page: a file, the names to read in it, and what it calls next. */
interface Stop {
  readonly number: number;
  readonly file: string;
  readonly names: readonly string[];
  readonly calls: readonly string[];
}

const page = readCode(PAGE);
const stops: readonly Stop[] = [
  ...page.matchAll(/^(\d+)\. \[([^\]]+)\]\(([^)]+)\)((?:.*(?:\n +.*)*))/gm),
].map(([, number, , target, text]) => {
  const [about, calls = ''] = text!.split(/\bCalls (?=`)/);
  return {
    number: Number(number),
    file: normalize(join(dirname(PAGE), target!)),
    names: quoted(about!.split(/:\s/)[0]!),
    calls: quoted(calls),
  };
});

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

/** Whether a file declares a name: as a function, constant, type, class, method or property; in SQL, whether it names it. */
function declares(file: string, name: string): boolean {
  const text = readCode(file);
  if (file.endsWith('.sql')) return new RegExp(`\\b${name}\\b`).test(text.replace(/^--.*$/gm, ''));
  const declaration = `(?:function\\*?|const|let|class|interface|type) ${name}\\b`;
  const property = `^ *(?:async )?${name}(?:: |\\()`;
  return new RegExp(`${declaration}|${property}`, 'm').test(text);
}

/** Whether a file uses a name, or runs a file below sql/; of the list of steps, what the list holds. */
function uses(file: string, name: string): boolean {
  if (file === 'src/reconcile/steps.ts' && name.endsWith('.sql'))
    return STEPS.some(({ sql }) => sql.includes(name));
  return new RegExp(`(?<![\\w/])${name.replaceAll('.', '\\.')}(?!\\w)`).test(readCode(file));
}

/** What a session does is called through its interface: no file but the one that opens the store imports an adapter. */
const OF_SESSION = ['copyIn', 'copyOut'];

function importsOf(file: string): string[] {
  return [...readCode(file).matchAll(/^(?:import|export)\b[^;']*?from '(\.[^']+)'/gm)].map(([, target]) =>
    normalize(join(dirname(file), target!)),
  );
}

describe('the way of a callback', () => {
  it('is numbered from 1, each file once', () => {
    expect(stops.map(({ number }) => number)).toEqual(stops.map((_, index) => index + 1));
    expect(new Set(stops.map(({ file }) => file)).size).toBe(stops.length);
    expect(page.match(/^\d+\. /gm)).toHaveLength(stops.length);
  });

  it('links to files that exist, each by its path', () => {
    const links = [...page.matchAll(/\]\((?!#)([^)]+)\)/g)].map(([, target]) => target!);
    expect(links.length).toBeGreaterThan(stops.length);
    const broken = links.filter((target) => !existsSync(join(packageRoot, dirname(PAGE), target)));
    expect(broken).toEqual([]);
    for (const [, label, target] of page.matchAll(/^\d+\. \[([^\]]+)\]\(([^)]+)\)/gm))
      expect(normalize(join(dirname(PAGE), target!))).toBe(label);
  });

  it.each(stops)('$number: $file has the names that the page gives', ({ file, names }) => {
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !declares(file, name))).toEqual([]);
  });

  it.each(stops)('$number: $file uses what the page says that it calls', ({ file, calls }) => {
    expect(calls.filter((name) => !uses(file, name))).toEqual([]);
  });

  it.each(stops)('$number: $file has what it calls from another file of the page', ({ file, calls }) => {
    const imported = importsOf(file);
    const has = (name: string) =>
      stops.some(
        (stop) =>
          stop.file === `sql/${name}` ||
          (stop.names.includes(name) && (imported.includes(stop.file) || OF_SESSION.includes(name))),
      );
    expect(calls.filter((name) => !has(name))).toEqual([]);
  });

  it('leads from each file to the next: every file but the first is called by another', () => {
    const uncalled = stops
      .slice(1)
      .filter(
        ({ file, names }) =>
          !stops.some(
            (other) =>
              other.file !== file &&
              other.calls.some((name) => file === `sql/${name}` || names.includes(name)),
          ),
      );
    expect(uncalled.map(({ file }) => file)).toEqual([]);
  });

  it(`has at most ${MOST_FILES} files and ${MOST_CHANGES_OF_FOLDER} changes of folder, as the page says`, () => {
    const folders = stops.map(({ file }) => dirname(file));
    const changes = folders.filter((folder, index) => index > 0 && folder !== folders[index - 1]).length;
    expect(stops.length).toBeLessThanOrEqual(MOST_FILES);
    expect(changes).toBeLessThanOrEqual(MOST_CHANGES_OF_FOLDER);
    expect(page.replace(/\s+/g, ' ')).toContain(
      `The way has ${stops.length} files and ${changes} changes of folder`,
    );
  });
});
