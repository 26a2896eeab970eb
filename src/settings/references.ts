import { isStated } from '../contract/statement-fields.ts';
import { nearest } from '../did-you-mean.ts';
import { CURRENCY_EXPONENTS } from './currencies.ts';
import { type Form, formAt } from './form.ts';
import { nameText, type Path, pathText, valueAt } from './mistake.ts';
import { hasOwnTable } from './sources.ts';
import { CURRENCY_CODE } from './value-kinds.ts';

/** A text that should name something that there is, or that is in another setting. */
export interface WrongReference {
  readonly path: Path;
  readonly message: string;
  readonly input: string;
  readonly params: {
    readonly known: () => readonly string[];
    /** What was expected, where the message does not list it. */
    readonly expected?: () => string;
    /** Whether the name of the setting is wrong, not its value. */
    readonly ofName?: boolean;
  };
}

/**
 * Regions and currencies that there are none of, and sources named as a table, also of settings that have other mistakes.
 * @param form that of all settings; made only where it is needed, since that takes time
 */
export function wrongReferences(all: unknown, form: () => Form): WrongReference[] {
  const { regions } = Object(all);
  if (!Array.isArray(regions)) return namedAsTable(all);
  return [
    ...namedAsTable(all),
    ...wrongRegions(all, regions),
    ...takenBefore(regions),
    ...wrongCurrencies(all, regions, form),
  ];
}

const NOT_OF_TABLE = 'a name that no table of the setting map has';
const READ_BY_TABLE = 'kept rows of the source would be read again by that table; name one of them otherwise';

/**
 * Sources with a table of their own that have the name of a table of the setting map. A row of a statement or of the bank is
 * kept with that name, and nothing says which of the two read it.
 */
function namedAsTable(all: unknown): WrongReference[] {
  const map = Object(valueAt(all, ['map']));
  return listAt(all, ['sources']).flatMap((source, at) => {
    const { name, kind } = Object(source);
    const isOfBoth = typeof name === 'string' && Object.hasOwn(map, name) && isStated(Object(map[name]).kind);
    if (!isOfBoth || !isStated(kind) || !hasOwnTable(Object(source))) return [];
    const params = { known: () => [], expected: () => `${NOT_OF_TABLE}: ${READ_BY_TABLE}` };
    return [{ path: ['sources', at, 'name'], input: name, message: NOT_OF_TABLE, params }];
  });
}

const REGION = 'a region of the setting regions';
const REGION_OR_OTHER = `${REGION}, or other`;

function wrongRegions(all: unknown, regions: readonly unknown[]): WrongReference[] {
  const names = regions.map((region) => Object(region).name).filter((name) => typeof name === 'string');
  if (names.length === 0) return [];
  const known = () => names;
  const expected = () => `${REGION}: ${names.join(', ')}, or other`;
  const single = [['fees'], ['ingest', 'expect']].flatMap((list) =>
    listAt(all, list).flatMap((one, at) =>
      textsAt([Object(one).region], () => [...list, at, 'region'])
        .filter(({ input }) => input !== '' && !names.includes(input))
        .map((found) => ({ ...found, message: REGION, params: { known } })),
    ),
  );
  const several = [['alerts', 'channels'], ['deliveries']].flatMap((list) =>
    listAt(all, list).flatMap((one, at) =>
      textsAt(listAt(one, ['regions']), (place) => [...list, at, 'regions', place])
        .filter(({ input }) => input !== '' && input !== 'other' && !names.includes(input))
        .map((found) => ({ ...found, message: REGION_OR_OTHER, params: { known, expected } })),
    ),
  );
  return [...single, ...several];
}

/**
 * Currencies and methods of regions that never select them: a record with one goes to a region before, whatever else it
 * has; see `findRegion`. What else the regions say does not matter.
 */
function takenBefore(regions: readonly unknown[]): WrongReference[] {
  const nameAt = (at: number) => nameOf(regions[at], at);
  return regions.flatMap((region, at) =>
    (['currencies', 'methods'] as const).flatMap((list) =>
      textsAt(listAt(region, [list]), (place) => ['regions', at, list, place]).flatMap((found) => {
        const before = regions.findIndex((one) => takenBy(list, one, found.input) !== undefined);
        // Two regions of one name are a mistake of their own.
        if (before === at || nameAt(before) === nameAt(at)) return [];
        const code = takenBy(list, regions[before], found.input)!;
        const remedy =
          code === found.input ? 'name it in one of them' : `put ${nameAt(at)} before ${nameAt(before)}`;
        const taken = `${nameAt(before)} takes it by ${code === '*' ? "'*'" : nameText(code)}; ${remedy}`;
        return [
          {
            ...found,
            message: NOT_TAKEN[list],
            params: { known: () => [], expected: () => `${NOT_TAKEN[list]}: ${taken}` },
          },
        ];
      }),
    ),
  );
}

const NOT_TAKEN = {
  currencies: 'a currency that no region before it takes',
  methods: 'a method that no region before it takes',
} as const;

/** What of a region takes every record with a currency or method; undefined for nothing. */
function takenBy(list: keyof typeof NOT_TAKEN, region: unknown, text: string): string | undefined {
  const codes = listAt(region, [list]);
  if (codes.includes(text)) return text;
  return list === 'currencies' && CURRENCY_EXPONENTS.has(text) && codes.includes('*') ? '*' : undefined;
}

function nameOf(region: unknown, at: number): string {
  const { name } = Object(region);
  return typeof name === 'string' && name !== '' ? nameText(name) : pathText(['regions', at]);
}

/**
 * Codes that are nearly those of the interface's countries or of a region, and mean nothing else. Evidence may have codes that
 * ISO 4217 does not have, or no longer. A code of another form is a mistake of its form.
 */
function wrongCurrencies(all: unknown, regions: readonly unknown[], form: () => Form): WrongReference[] {
  const ofRegions = regions
    .flatMap((region) => listAt(region, ['currencies']))
    .filter((code): code is string => typeof code === 'string' && code !== '*');
  const own = [...new Set(['BRL', 'EGP', ...ofRegions])];
  const near = namesAndTexts(all)
    .filter(({ input }) => /^[A-Z]{3}$/.test(input) && !CURRENCY_EXPONENTS.has(input) && !own.includes(input))
    .filter(({ input }) => nearest(input, own) !== undefined);
  if (near.length === 0) return [];
  const whole = form();
  return near
    .filter((found) => isCurrencyCode(whole, found))
    .map(({ path, input, ofName }) => ({
      ...{ path, message: ofName ? `the name must be ${CURRENCY_CODE}` : CURRENCY_CODE, input },
      params: { known: () => own, ofName },
    }));
}

interface FoundText {
  readonly path: Path;
  readonly input: string;
  readonly ofName: boolean;
}

/** More steps than the path of any setting has. */
const DEEPEST = 32;

/** Every name and every text of settings. What YAML repeats by an alias, or what holds itself, is gone through once. */
function namesAndTexts(value: unknown, path: Path = [], seen = new Set<unknown>()): FoundText[] {
  if (typeof value === 'string') return [{ path, input: value, ofName: false }];
  if (typeof value !== 'object' || value === null || path.length > DEEPEST || seen.has(value)) return [];
  seen.add(value);
  if (Array.isArray(value)) return value.flatMap((one, at) => namesAndTexts(one, [...path, at], seen));
  return Object.entries(value).flatMap(([name, one]) => [
    { path: [...path, name], input: name, ofName: true },
    ...namesAndTexts(one, [...path, name], seen),
  ]);
}

/** Whether the schema of the settings has the code of a currency there. */
function isCurrencyCode(form: Form, { path, ofName }: FoundText): boolean {
  const there = ofName ? formAt(form, path.slice(0, -1))?.propertyNames : formAt(form, path);
  return there?.expected === CURRENCY_CODE;
}

function textsAt(values: readonly unknown[], pathOf: (at: number) => Path): { path: Path; input: string }[] {
  return values.flatMap((value, at) =>
    typeof value === 'string' ? [{ path: pathOf(at), input: value }] : [],
  );
}

function listAt(all: unknown, path: readonly string[]): readonly unknown[] {
  const value = valueAt(all, path);
  return Array.isArray(value) ? value : [];
}
