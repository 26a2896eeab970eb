import { nearestNames } from '../did-you-mean.ts';
import { Fault } from '../errors.ts';
import { type Assignment, readVariable } from './environment.ts';
import { type Form, formAt, formOf, leavesOf } from './form.ts';
import { check, deepFreeze } from './load-settings.ts';
import { type Mistake, nameText, type Path, pathText, valueAt } from './mistake.ts';
import { type Settings, settingsSchema } from './schema.ts';
import { bearingSettings } from './settings-digest.ts';
import { checkTriedTable, isOfTable, TRIED_OF_TABLES } from './tried-tables.ts';

/** A setting that is tried with another value. */
export interface ChangedSetting {
  /** @example 'regions[1].zone' */
  readonly path: string;
  /** The value in use; undefined if there is none. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface ChangedSettings {
  readonly settings: Settings;
  readonly changed: readonly ChangedSetting[];
}

const OPTION = '--set';

/** Bears on lines while they are read, of which only the record is kept. */
const OF_LINES = ['logs.prefix', 'logs.field'];

/** A step of a path, or in quotation marks what is no plain name; a number is the place in a list. */
const STEP = String.raw`\.(?:"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|[^."[\]=][^.[\]=]*)|\[\d{1,4}\]`;
const ASSIGNMENT = new RegExp(String.raw`^(\w+(?:${STEP})*)=(.*)$`, 's');

/**
 * The settings with some of those that bear on results replaced, checked as a settings file is.
 * @param texts `PATH=VALUE`, where a path may name an entry of a list by its number or its name: `regions.EG.zone`;
 * values as in an environment variable
 * @throws Fault USAGE for what is no path and value, and for a setting that does not bear on results; SETTINGS_INVALID
 */
export function changeSettings(settings: Settings, texts: readonly string[]): ChangedSettings {
  const form = formOf(settingsSchema);
  const before = triedSettings(settings);
  const raw = structuredClone(before);
  const placed: Placed[] = [];
  const mistakes: Mistake[] = [];
  for (const text of texts) {
    const { steps, value, place } = splitAssignment(text);
    refuseOthers(form, before, steps, text);
    const missing = isOfTable(steps) ? checkTriedTable(raw, steps, OPTION, text) : undefined;
    const found = missing ?? resolve(raw, steps, place);
    if ('text' in found) {
      mistakes.push(found);
      continue;
    }
    const at = formAt(form, found.path);
    const read = at === undefined ? { value, mistakes: [] } : readVariable({ form: at }, value, place);
    mistakes.push(...read.mistakes);
    assignAt(raw, found.path, read.value);
    placed.unshift({ path: found.path, place });
  }
  const checked = check(raw, mistakes, (path) => placeOf(placed, path));
  const changed = { ...settings, ...triedSettings(checked) };
  return { settings: deepFreeze(changed), changed: differences(placed, before, changed) };
}

/** The settings of which some can be tried: of tables and sources those by which stored rows are read again. */
function triedSettings(settings: Settings) {
  const { map, sources } = settings;
  return { ...bearingSettings(settings), map, sources };
}

/** Paths of the settings that can be tried. */
function bearingPaths(bearing: object): string[] {
  const names = Object.keys(bearing);
  const paths = leavesOf(formOf(settingsSchema))
    .filter(({ path }) => names.includes(path[0]!) && !isOfTable(path))
    .map(({ path }) => pathText(path))
    .filter((path) => !OF_LINES.includes(path));
  return [...paths, ...TRIED_OF_TABLES];
}

interface Placed extends Pick<Assignment, 'place'> {
  readonly path: Path;
}

function splitAssignment(text: string): { steps: Path; value: string; place: string } {
  const [, path, value] = ASSIGNMENT.exec(text) ?? [];
  const steps = [...`.${path ?? ''}`.matchAll(new RegExp(STEP, 'g'))].map(([step]) => stepOf(step));
  if (path === undefined || value === undefined || steps.some((step) => step === '__proto__')) {
    throw new Fault('USAGE', {
      where: OPTION,
      found: text,
      expected:
        'PATH=VALUE: graceSeconds=1800, regions.EG.amountUnit=minor, statuses.failed=FAILED,CANCELLED',
    });
  }
  return { steps, value, place: `${OPTION} ${path}` };
}

function stepOf(step: string): string | number {
  if (step.startsWith('[')) return Number(step.slice(1, -1));
  const name = step.slice(1);
  return name.startsWith('"') ? (JSON.parse(name) as string) : name;
}

/** Refuses a setting that there is, but that bears on no result. Names that there are not are left to the check. */
function refuseOthers(form: Form, bearing: object, steps: Path, text: string): void {
  const isKnown = Object.hasOwn(form.properties ?? {}, String(steps[0]));
  const isOther = isKnown && !Object.hasOwn(bearing, String(steps[0]));
  if (!isOther && !OF_LINES.includes(pathText(steps))) return;
  throw new Fault('USAGE', {
    where: OPTION,
    found: `${pathText(steps)}, which bears neither on judging nor on how stored records read`,
    expected: `one of ${bearingPaths(bearing).join(', ')}`,
    remedy: `Leave out ${OPTION} ${text.slice(0, text.indexOf('='))}.`,
  });
}

/** The path with the numbers of the entries that it names. */
function resolve(raw: unknown, steps: Path, place: string): { readonly path: Path } | Mistake {
  const path: (string | number)[] = [];
  let at = raw;
  for (const step of steps) {
    const list = Array.isArray(at) ? at : undefined;
    const index = list === undefined ? step : indexIn(list, step);
    if (index === undefined) return { place, text: noEntry(list!, step, path) };
    path.push(index);
    at = typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[index] : undefined;
  }
  return { path };
}

function indexIn(list: readonly unknown[], step: string | number): number | undefined {
  const index = typeof step === 'number' ? step : list.findIndex((one) => Object(one).name === step);
  return index in list ? index : undefined;
}

function noEntry(list: readonly unknown[], step: string | number, path: Path): string {
  const names = list.flatMap((one): string[] => (Object(one).name === undefined ? [] : [Object(one).name]));
  const entry = typeof step === 'number' ? pathText([...path, step]) : `${pathText(path)}.${nameText(step)}`;
  const near = typeof step === 'number' ? [] : nearestNames(step, names);
  if (near.length > 0) return `${entry}: there is no such entry, did you mean ${near.join(' or ')}?`;
  const known = names.length > 0 ? names.map(nameText).join(', ') : `0 to ${list.length - 1}`;
  return `${entry}: there is no such entry; known here: ${known}`;
}

function assignAt(raw: Record<string | number, unknown>, path: Path, value: unknown): void {
  let group = raw;
  for (const step of path.slice(0, -1)) {
    const inner = group[step];
    if (typeof inner !== 'object' || inner === null) group[step] = {};
    group = group[step] as Record<string | number, unknown>;
  }
  group[path.at(-1)!] = value;
}

function placeOf(placed: readonly Placed[], path: Path): string {
  const own = placed.find((one) => one.path.every((step, index) => path[index] === step));
  const below = placed.find((one) => path.every((step, index) => one.path[index] === step));
  return (own ?? below)?.place ?? 'settings';
}

function differences(placed: readonly Placed[], before: unknown, after: unknown): ChangedSetting[] {
  const paths = new Map(placed.toReversed().map(({ path }) => [pathText(path), path]));
  return [...paths].map(([path, steps]) => ({
    path,
    before: valueAt(before, steps),
    after: valueAt(after, steps),
  }));
}
