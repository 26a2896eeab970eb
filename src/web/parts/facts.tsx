import type { Child } from 'hono/jsx';
import { Identifier } from './identifier.tsx';

/** A label and its value. A value without a label is a sentence of its own; null is left out. */
export type Fact = readonly [label: string, value: Child];

/** Labels with their values, and sentences below. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null);
  const labelled = known.filter(([label]) => label !== '');
  return (
    <>
      {labelled.length === 0 ? null : (
        <dl class="facts">
          {labelled.map(([label, value]) => (
            <>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
      )}
      {known
        .filter(([label]) => label === '')
        .map(([, value]) => (
          <p>{value}</p>
        ))}
    </>
  );
}

/** A number or name of a log as a value; null where it is absent or empty. */
export function identifierOf(text: string | null): Child {
  return text === null || text === '' ? null : <Identifier text={text} />;
}
