import currencyCodes from 'currency-codes';
import { nearest } from '../did-you-mean.ts';
import { nameText, type Path, pathText, valueAt } from './mistake.ts';

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

/** Regions and currencies that there are none of, also of settings that have other mistakes. */
export function wrongReferences(all: unknown): WrongReference[] {
  const { regions } = Object(all);
  if (!Array.isArray(regions)) return [];
  return [...wrongRegions(all, regions), ...takenBefore(regions), ...wrongCurrencies(all, regions)];
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
  return list === 'currencies' && ISO_CODES.has(text) && codes.includes('*') ? '*' : undefined;
}

function nameOf(region: unknown, at: number): string {
  const { name } = Object(region);
  return typeof name === 'string' && name !== '' ? nameText(name) : pathText(['regions', at]);
}

const CODE = 'a code of ISO 4217, such as BRL';
const ISO_CODES: ReadonlySet<string> = new Set(currencyCodes.codes());

/**
 * Codes that are nearly those of the interface's countries or of a region, and mean nothing else. Evidence may have codes that
 * ISO 4217 does not have, or no longer. A code of another form is a mistake of its form.
 */
function wrongCurrencies(all: unknown, regions: readonly unknown[]): WrongReference[] {
  const ofRegions = regions
    .flatMap((region) => listAt(region, ['currencies']))
    .filter((code): code is string => typeof code === 'string' && code !== '*');
  const own = [...new Set(['BRL', 'EGP', ...ofRegions])];
  const named = [['tolerances'], ['decisions', 'writeOffLimits']].flatMap((group) =>
    Object.keys(mapAt(all, group)).map((code) => ({ path: [...group, code], input: code, ofName: true })),
  );
  const ofFees = listAt(all, ['fees']).flatMap((one, at) =>
    textsAt([Object(one).currency], () => ['fees', at, 'currency']).map((found) => ({
      ...found,
      ofName: false,
    })),
  );
  return [...named, ...ofFees]
    .filter(({ input }) => /^[A-Z]{3}$/.test(input) && !ISO_CODES.has(input) && !own.includes(input))
    .filter(({ input }) => nearest(input, own) !== undefined)
    .map(({ path, input, ofName }) => ({
      ...{ path, message: ofName ? `the name must be ${CODE}` : CODE, input },
      params: { known: () => own, ofName },
    }));
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

function mapAt(all: unknown, path: readonly string[]): object {
  const value = valueAt(all, path);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
