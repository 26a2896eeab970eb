import type { PlaceOf } from './check.ts';
import type { Assignment } from './environment.ts';
import type { SettingsFile } from './file.ts';
import type { Path } from './mistake.ts';
import { HEARTBEAT_SETTINGS } from './monitor.ts';

/** Alternatives for the address of the database; one is used. */
export const DATABASE_SETTINGS = ['databaseUrl', 'databaseUrlFile', 'databaseUrlCommand'] as const;

/** Alternatives for one value: giving any of them replaces all given by an earlier layer. */
const ALTERNATIVES: ReadonlyArray<ReadonlyArray<readonly string[]>> = [
  DATABASE_SETTINGS.map((setting) => [setting]),
  HEARTBEAT_SETTINGS.map((setting) => ['monitor', setting]),
];

/**
 * Applies the environment's and the command line's values over those of the file.
 * @returns the settings to be checked, and the place where each was read
 */
export function combine(
  file: SettingsFile,
  layers: readonly (readonly Assignment[])[],
): { raw: Record<string, unknown>; placeOf: PlaceOf } {
  const raw: Record<string, unknown> = { ...file.values };
  const placed: Assignment[] = [];
  for (const layer of layers) {
    for (const ways of ALTERNATIVES) {
      if (!layer.some(({ path }) => ways.some((way) => isWithin(path, way)))) continue;
      for (const way of ways) assign(raw, way, undefined);
    }
    for (const assignment of layer) {
      assign(raw, assignment.path, assignment.value);
      placed.unshift(assignment);
    }
  }
  const placeOf: PlaceOf = (path, ofName) =>
    placed.find((one) => isWithin(path, one.path))?.place ?? (file.placeOf(path, ofName) || 'settings');
  return { raw, placeOf };
}

/**
 * Settings of the command line by option name; settings of a group by the setting's own name. A folder of the embedded
 * database replaces the server of earlier layers.
 */
export function fromOptions(overrides: Readonly<Record<string, unknown>>): Assignment[] {
  const given = overrides['data'] === undefined ? overrides : { databaseUrl: undefined, ...overrides };
  return Object.entries(given).flatMap(([setting, value]) => {
    if (typeof value !== 'object' || value === null) return [optionAt([setting], value)];
    return Object.entries(value).map(([inner, one]) => optionAt([setting, inner], one));
  });
}

function optionAt(path: readonly string[], value: unknown): Assignment {
  const name = path.at(-1)!.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return { path: [...path], value, place: `--${name}` };
}

/**
 * Sets a value in a copy of each group above it. A group of another type stays as it is and is reported by the check.
 */
function assign(group: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    group[name] = value;
    return;
  }
  const inner = group[name] ?? {};
  if (typeof inner !== 'object' || Array.isArray(inner)) return;
  const copy = { ...inner } as Record<string, unknown>;
  group[name] = copy;
  assign(copy, rest, value);
}

function isWithin(path: Path, above: readonly string[]): boolean {
  return above.every((step, index) => path[index] === step);
}
