import type { FindingFilter } from '../../books/findings/current-findings.ts';
import { stateName } from '../../books/findings/decision.ts';
import { STATES } from '../../books/findings/finding-state.ts';
import { BUCKET_NAMES, bucketNamed } from '../../books/findings/named-bucket.ts';
import { isDate } from '../../normalise/local-date.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import { SEVERITIES } from '../../settings/severity.ts';

/** Fields of the filter, as the address has them. */
const FILTER_FIELDS = [
  ...(['code', 'severity', 'region', 'merchant', 'method', 'from', 'to'] as const),
  ...(['age', 'assignee', 'state', 'text', 'awaiting'] as const),
] as const;

export type FilterField = (typeof FILTER_FIELDS)[number];

/** The fields of a filter with their values, as an address has them. */
export type FilterQuery = Readonly<Partial<Record<FilterField, readonly string[]>>>;

/** A part of an address that is not understood. */
export interface QueryMistake {
  readonly field: string;
  readonly value: string;
  /** Whether it is a last date that is before the first one. */
  readonly isBeforeFirst?: true;
}

/** What an address selects. */
export interface AskedFindings {
  readonly filter: FindingFilter;
  /** The part of the address that is understood. */
  readonly query: FilterQuery;
  readonly mistakes: readonly QueryMistake[];
}

/** Values of the field `state`. */
export const STATE_NAMES = ['open', 'resolved', 'accepted', 'written-off', 'all'] as const;

/** Fields of the address that select nothing. */
const OTHER_FIELDS: readonly string[] = ['after', 'choose', 'notice', 'then'];
const SEVERAL: readonly FilterField[] = ['code', 'severity'];
/** Fields whose values are identifiers, which are compared as they are; a space around any other value says nothing. */
const EXACT: readonly string[] = ['merchant', 'method', 'assignee'] satisfies FilterField[];
const MOST_LETTERS = 200;

type Read = (value: string, settings: Settings) => boolean;

const isText: Read = () => true;

/** Whether a value of a field is understood. */
const READ: Readonly<Record<FilterField, Read>> = {
  code: (value) => RULES.some(({ code }) => code === value),
  severity: (value) => SEVERITIES.some((severity) => severity === value),
  region: (value, settings) => allRegions(settings).some(({ name }) => regionFolder(name) === value),
  merchant: isText,
  method: isText,
  from: isDate,
  to: isDate,
  age: (value) => BUCKET_NAMES.some((name) => name === value),
  assignee: isText,
  state: (value) => STATE_NAMES.some((name) => name === value),
  text: isText,
  awaiting: (value) => value === 'yes' || value === 'no',
};

/**
 * Reads a filter from the fields of an address. What is not understood is left out and named.
 * @param merchants the only merchants that the reader sees; undefined for all
 */
export function askedFindings(
  fields: URLSearchParams,
  settings: Settings,
  merchants: readonly string[] | undefined,
): AskedFindings {
  const mistakes: QueryMistake[] = [];
  const query: Partial<Record<FilterField, readonly string[]>> = {};
  for (const name of new Set(fields.keys())) {
    const given = fields.getAll(name).filter((value) => value.trim() !== '');
    const values = [...new Set(EXACT.includes(name) ? given : given.map((value) => value.trim()))];
    const field = FILTER_FIELDS.find((one) => one === name);
    if (field === undefined) {
      if (!OTHER_FIELDS.includes(name)) mistakes.push({ field: name, value: values.join(', ') });
      continue;
    }
    const isUnderstood = (value: string, index: number) =>
      isWhole(value) && READ[field](value, settings) && (index === 0 || SEVERAL.includes(field));
    mistakes.push(
      ...values.filter((one, index) => !isUnderstood(one, index)).map((value) => ({ field, value })),
    );
    const understood = values.filter(isUnderstood);
    if (understood.length > 0) query[field] = understood;
  }
  const [from, to] = [query.from?.[0], query.to?.[0]];
  if (from !== undefined && to !== undefined && to < from) {
    mistakes.push({ field: 'to', value: to, isBeforeFirst: true });
    delete query.to;
  }
  return { filter: { ...filterOf(query), merchants }, query, mistakes };
}

function isWhole(value: string): boolean {
  return value.length <= MOST_LETTERS && !value.includes('\0');
}

/** The filter of a query that is understood. */
function filterOf(query: FilterQuery): FindingFilter {
  const one = (field: FilterField) => query[field]?.[0];
  const [from, to, state, region] = [one('from'), one('to'), one('state') ?? 'open', one('region')];
  const age = BUCKET_NAMES.find((name) => name === one('age'));
  return {
    codes: query.code,
    severities:
      query.severity === undefined
        ? undefined
        : SEVERITIES.filter((severity) => query.severity?.includes(severity)),
    region: region === 'other' ? '' : region,
    merchant: one('merchant'),
    method: one('method'),
    // The range of orders without a region, which is that of all regions without one of their own.
    dates: from === undefined && to === undefined ? undefined : new Map([['', { from, to }]]),
    bucket: age === undefined ? undefined : bucketNamed(age),
    assignee: one('assignee'),
    states: state === 'all' ? undefined : STATES.filter((name) => stateName(name) === state),
    text: one('text'),
    awaiting: query.awaiting === undefined ? undefined : one('awaiting') === 'yes',
  };
}
