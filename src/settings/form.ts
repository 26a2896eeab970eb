import { z } from 'zod';
import type { Path } from './mistake.ts';

/**
 * The settings' form as JSON Schema (2020-12), derived from the schema: the basis for environment, messages, editors
 * and pages. `expected` is our own: the required value in plain words, where the form alone does not say it.
 */
export interface Form {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly expected?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly propertyNames?: Form;
  readonly additionalProperties?: Form | false;
  readonly items?: Form;
  readonly anyOf?: readonly Form[];
}

/** A setting that is not a group: a text, a number, a list or a map of free names. */
export interface Leaf {
  readonly path: readonly string[];
  readonly form: Form;
}

export function formOf(schema: z.ZodType): Form {
  return z.toJSONSchema(schema, { io: 'input' }) as Form;
}

/** All settings in the order of the schema. */
export function leavesOf(form: Form, path: readonly string[] = []): Leaf[] {
  if (form.properties === undefined) return [{ path, form }];
  return Object.entries(form.properties).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** The form at a path; of several alternatives, the one that has such a path. */
export function formAt(form: Form, path: Path): Form | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return form;
  const inner =
    typeof step === 'number'
      ? form.items
      : form.properties !== undefined && Object.hasOwn(form.properties, step)
        ? form.properties[step]
        : form.additionalProperties || undefined;
  if (inner !== undefined) return formAt(inner, rest);
  for (const one of form.anyOf ?? []) {
    const found = formAt(one, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The values permitted by a form, in plain words. */
export function expectation(form: Form): string {
  if (form.expected !== undefined) return form.expected;
  if (form.enum !== undefined) return form.enum.join(' or ');
  if (form.anyOf !== undefined) return form.anyOf.map(expectation).join(', or ');
  switch (form.type) {
    case 'integer':
      return wholeNumber(form);
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list of ${entriesOf(form.items)}${form.minItems ? ', at least one' : ''}`;
    case 'object':
      return 'a mapping (name: value)';
    default:
      return textOf(form);
  }
}

function entriesOf(items: Form | undefined): string {
  if (items === undefined) return 'mappings';
  if (items.enum !== undefined) return items.enum.join(', ');
  if (isText(items)) return 'texts';
  if (items.anyOf !== undefined) return [...new Set(items.anyOf.map(entriesOf))].join(' or ');
  return items.type === 'integer' ? wholeNumber(items, 'whole numbers') : 'mappings';
}

function isText({ type, anyOf }: Form): boolean {
  return type === 'string' || (anyOf?.every(isText) ?? false);
}

function wholeNumber({ minimum, maximum }: Form, noun = 'a whole number'): string {
  if (minimum === undefined) return noun;
  const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
  return isOpen ? `${noun} of at least ${minimum}` : `${noun} from ${minimum} to ${maximum}`;
}

function textOf({ minLength, maxLength }: Form): string {
  if (maxLength === undefined) return minLength === undefined ? 'a text' : 'a text that is not empty';
  if (minLength === maxLength) return maxLength === 1 ? 'one character' : `${maxLength} characters`;
  return `a text of ${minLength ?? 0} to ${maxLength} characters`;
}
