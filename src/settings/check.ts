import type { z } from 'zod';
import { nearest, nearestNames } from '../did-you-mean.ts';
import { expectation, type Form, formAt, leavesOf } from './form.ts';
import { type Mistake, nameText, type Path, pathText, valueAt, valueText } from './mistake.ts';

/** Place where the setting at a path was read; that of its name instead of its value if `ofName`. */
export type PlaceOf = (path: Path, ofName?: boolean) => string;

type Issue = z.core.$ZodIssue;

/**
 * zod's issues in terms of the settings: path, value (unless it is secret), what was expected, and the nearest
 * known name where one was mistyped.
 */
export function mistakesOf(
  issues: readonly Issue[],
  raw: unknown,
  form: Form,
  secrets: readonly string[],
  placeOf: PlaceOf,
): Mistake[] {
  return issues.flatMap(untangle).flatMap((issue): Mistake[] => {
    const path = issue.path as Path;
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((name) => ({
        place: placeOf([...path, name], true),
        text: unknownName(name, path, form),
      }));
    }
    if (issue.code === 'invalid_key') {
      const names = formAt(form, path.slice(0, -1))?.propertyNames;
      const expected = names === undefined ? 'another name' : expectation(names);
      return [{ place: placeOf(path, true), text: `${pathText(path)}: the name must be ${expected}` }];
    }
    if (issue.code === 'custom' && issue.params?.['ofName'] === true) {
      const hint = didYouMean(issue.params['near']?.() ?? nearestNames(String(path.at(-1)), knownOf(issue)));
      return [{ place: placeOf(path, true), text: `${pathText(path)}: ${issue.message}${hint}` }];
    }
    const value = valueAt(raw, path);
    const text = `${pathText(path) || 'the whole'} ${found(value, path, secrets)}; expected ${expectedBy(issue, form)}`;
    const hint = typeof value === 'string' ? didYouMean(nearestNames(value, knownOf(issue))) : '';
    return [{ place: placeOf(path), text: `${text}${hint}` }];
  });
}

function expectedBy(issue: Issue, form: Form): string {
  if (issue.code === 'custom') return issue.params?.['expected']?.() ?? issue.message;
  const at = formAt(form, issue.path as Path);
  return at === undefined ? 'nothing' : expectation(at);
}

/** For a value that may have several kinds, the mistakes of its own kind. */
function untangle(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const own = issue.errors.find((inner) => inner.every(({ path }) => path.length > 0));
  if (own === undefined) return [issue];
  return own.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue).flatMap(untangle);
}

function found(value: unknown, path: Path, secrets: readonly string[]): string {
  if (value === undefined) return 'is missing';
  const isSecret = path.some((step) => secrets.includes(String(step))) && value !== null;
  return isSecret ? 'is wrong (not shown: it may hold a password)' : `is ${valueText(value)}`;
}

/** The values that are possible, as far as the issue lists them. */
function knownOf(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'custom' ? (issue.params?.['known']?.() ?? []) : [];
}

function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? '' : `, did you mean ${near.join(' or ')}?`;
}

function unknownName(name: string, path: Path, form: Form): string {
  const shown = pathText([...path, name]);
  if (name === '<<') return `${shown}: merge keys are not taken; write the settings out`;
  const group = formAt(form, path);
  const beside = Object.keys(
    group?.properties ?? group?.anyOf?.find((one) => one.properties)?.properties ?? {},
  );
  const near = nearestNames(name, beside).map((one) => pathText([...path, one]));
  const hint = near.length === 0 ? elsewhere(name, form) : near.join(' or ');
  const names =
    beside.length > 0 && hint === undefined ? `; known here: ${beside.map(nameText).join(', ')}` : '';
  return `${shown}: there is no such setting${hint === undefined ? names : `, did you mean ${hint}?`}`;
}

/** A setting with this name in another group: the group's name or the indentation may be missing. */
function elsewhere(name: string, form: Form): string | undefined {
  const paths = leavesOf(form).map(({ path }) => path);
  const near = nearest(
    name,
    paths.map((path) => path.at(-1)!),
  );
  const same = paths.find((path) => path.at(-1) === near) ?? joined(name, paths);
  return same === undefined ? undefined : pathText(same);
}

function joined(name: string, paths: readonly (readonly string[])[]): readonly string[] | undefined {
  const near = nearest(
    name,
    paths.map((path) => path.join('.')),
  );
  return paths.find((path) => path.join('.') === near);
}
