import { didYouMean } from '../did-you-mean.ts';
import { FAULT_VARIABLE, readFault } from '../fault-points.ts';
import { type Form, type Leaf, leavesOf } from './form.ts';
import type { Mistake } from './mistake.ts';
import { readYaml } from './yaml.ts';

const PREFIX = 'PAYIN_RECON_';
/** What Kubernetes sets in every pod of a namespace that has a Service named payin-recon. */
const SERVICE_LINK =
  /^PAYIN_RECON_(SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;

/** A value of one setting from the environment or the command line. */
export interface Assignment {
  readonly path: readonly string[];
  readonly value: unknown;
  /** The variable or option that gives it. */
  readonly place: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Name of the variable of a setting.
 * @example variableOf(['ingest', 'maxLineBytes']) === 'PAYIN_RECON_INGEST_MAX_LINE_BYTES'
 */
export function variableOf(path: readonly string[]): string {
  return PREFIX + path.map((name) => name.replace(/([A-Z])/g, '_$1').toUpperCase()).join('_');
}

export function isServiceLink(variable: string): boolean {
  return SERVICE_LINK.test(variable);
}

/**
 * Settings of the environment. Lists of texts or numbers are separated by commas, or in YAML or JSON if they begin with
 * `[`; other lists and maps are in YAML or JSON. Empty variables are ignored.
 * @param form is made only if there is a variable of this program
 * @returns also the mistakes: variables of this program without a setting, and values that are not YAML
 */
export function readEnvironment(
  form: () => Form,
  environment: Environment,
): { assignments: Assignment[]; mistakes: Mistake[] } {
  const assignments: Assignment[] = [];
  const mistakes: Mistake[] = [];
  const own = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[0].startsWith(PREFIX) && !isServiceLink(entry[0]) && (entry[1] ?? '') !== '',
  );
  if (own.length === 0) return { assignments, mistakes };
  const leaves = new Map(leavesOf(form()).map((leaf) => [variableOf(leaf.path), leaf]));
  for (const [place, text] of own.sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (place === FAULT_VARIABLE) {
      const fault = readFault(text);
      if (typeof fault === 'string') mistakes.push({ place, text: fault });
      continue;
    }
    const leaf = leaves.get(place);
    if (leaf === undefined) {
      const hint = didYouMean(
        place.slice(PREFIX.length),
        [...leaves.keys()].map((name) => name.slice(PREFIX.length)),
      );
      const meant = hint?.replace('mean ', `mean ${PREFIX}`).replace(/^D/, 'd');
      mistakes.push({
        place,
        text: `no setting has this variable${meant === undefined ? '' : `, ${meant}`}`,
      });
      continue;
    }
    const read = readVariable(leaf, text, place);
    if (read.mistakes.length === 0) assignments.push({ path: leaf.path, value: read.value, place });
    mistakes.push(...read.mistakes);
  }
  return { assignments, mistakes };
}

/** A text as the value of a setting, by the setting's form. */
export function readVariable(
  { form }: Pick<Leaf, 'form'>,
  text: string,
  place: string,
): { value?: unknown; mistakes: readonly Mistake[] } {
  const plain = (value: unknown) => ({ value, mistakes: [] });
  switch (form.type) {
    case 'string':
      return plain(text);
    case 'integer':
      return plain(/^\s*-?\d+\s*$/.test(text) ? Number(text) : text);
    case 'boolean':
      return plain(text === 'true' ? true : text === 'false' ? false : text);
    case 'array':
      if (/^(string|integer)$/.test(form.items?.type ?? '') && !/^\s*\[/.test(text)) {
        const entry = { form: form.items! };
        return plain(text.split(',').map((item) => readVariable(entry, item.trim(), place).value));
      }
  }
  return readYaml(text, place);
}
