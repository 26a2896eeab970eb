import type { Variant } from '../../src/contract/violation.ts';
import { ABSENT, SAMPLE } from './rule-cases.ts';
import { type Message, type Sample, sample } from './samples.ts';

/** A message that breaks no rule of the variant but for one value, by the dot path of its field from the record. */
export function messageWith(
  field: string,
  value: unknown,
  variant: Variant,
): Sample & { readonly message: Message } {
  const [message, part, path] = place(field);
  const { headers, body } = sample(message, variant);
  let target = part === 'headers' ? headers : body;
  for (const name of path.slice(0, -1)) target = target[name] as Record<string, unknown>;
  const last = path.at(-1)!;
  if (value === ABSENT) delete target[last];
  else if (value !== SAMPLE) target[last] = value;
  return { message, headers, body };
}

function place(field: string): [message: Message, part: string, path: string[]] {
  const names = field.split('.');
  const message = names[0] === 'request' || names[0] === 'response' ? names.shift() : 'callback';
  return [message as Message, names.shift()!, names];
}
