import type { Child } from 'hono/jsx';
import { PLAIN_BUCKET_NAMES } from '../../books/findings/named-bucket.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions } from '../../settings/schema.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import { TEXTS } from '../../texts/languages.ts';
import { FINDINGS_TEXTS } from '../../texts/page/findings-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { findingsAddress } from '../addresses.ts';
import type { SignedInVisit } from '../visit.ts';
import { findingName } from './finding-words.tsx';
import { type FilterField, type FilterQuery, STATE_NAMES } from './findings-query.ts';

interface FilterProps {
  readonly visit: SignedInVisit;
  readonly query: FilterQuery;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The form of the filter. It is sent as an address, so that the address is the filter. */
export function FindingsFilter({ visit, query }: FilterProps) {
  const { language, settings, account } = visit;
  const texts = FINDINGS_TEXTS[language];
  const choose = (field: FilterField, choices: readonly Choice[]) => (
    <SelectField
      label={texts.fields[field]}
      name={field}
      any={texts.any}
      value={query[field]?.[0]}
      choices={choices}
    />
  );
  const write = (field: FilterField, type: 'text' | 'date' | 'search', children?: Child, hint?: string) => (
    <div class="field">
      <label for={`filter-${field}`}>{texts.fields[field]}</label>
      <input
        id={`filter-${field}`}
        name={field}
        type={type}
        value={query[field]?.[0]}
        maxlength={200}
        dir={type === 'date' ? undefined : 'auto'}
        list={children === undefined ? undefined : `choices-${field}`}
        aria-describedby={hint === undefined ? undefined : `hint-${field}`}
      />
      {children === undefined ? null : <datalist id={`choices-${field}`}>{children}</datalist>}
      {hint === undefined ? null : <small id={`hint-${field}`}>{hint}</small>}
    </div>
  );
  const methods = [...new Set(settings.regions.flatMap((region) => region.methods))];
  return (
    <form method="get" action="/findings" class="findings-filter">
      <Checks
        {...{ visit, query, field: 'severity' }}
        choices={SEVERITIES.toReversed().map((value) => ({
          value,
          label: TEXTS[language].severities[value],
        }))}
      />
      <div class="filters">
        {choose(
          'state',
          STATE_NAMES.map((value) => ({ value, label: texts.states[value] })),
        )}
        {choose(
          'region',
          allRegions(settings).map(({ name }) => ({
            value: regionFolder(name),
            label: name === '' ? FRAME_TEXTS[language].noRegion : name,
          })),
        )}
        {account.merchants === undefined
          ? write('merchant', 'text')
          : choose(
              'merchant',
              account.merchants.map((value) => ({ value, label: value })),
            )}
        {write(
          'method',
          'text',
          methods.map((method) => <option value={method} />),
        )}
        {write('from', 'date')}
        {write('to', 'date')}
        {choose(
          'age',
          PLAIN_BUCKET_NAMES.map((value) => ({ value, label: value })),
        )}
        {write('assignee', 'text')}
        {write('text', 'search', undefined, texts.textHint)}
      </div>
      <details class="choices" open={query.code !== undefined}>
        <summary>
          {texts.fields.code}: {query.code === undefined ? texts.any : visit.formats.count(query.code.length)}
        </summary>
        <Checks
          {...{ visit, query, field: 'code' }}
          choices={RULES.map(({ code }) => ({ value: code, label: findingName(code, visit) }))}
        />
      </details>
      <p class="actions">
        <label class="check">
          <input type="checkbox" name="awaiting" value="yes" checked={query.awaiting?.[0] === 'yes'} />{' '}
          {texts.fields.awaiting}
        </label>
        <button type="submit">{texts.apply}</button>
        <a class="button quiet" href={findingsAddress()}>
          {texts.reset}
        </a>
        <a href={findingsAddress({ assignee: account.name })}>{texts.mine}</a>
        <a href={findingsAddress({ awaiting: 'yes' })}>{texts.waitingLink}</a>
      </p>
    </form>
  );
}

/** A field of several values, each a box to check. */
function Checks({
  visit: { language },
  query,
  field,
  choices,
}: FilterProps & { readonly field: 'code' | 'severity'; readonly choices: readonly Choice[] }) {
  return (
    <fieldset class={`checks ${field}`}>
      <legend>{FINDINGS_TEXTS[language].fields[field]}</legend>
      {choices.map(({ value, label }) => (
        <label class="check">
          <input type="checkbox" name={field} value={value} checked={query[field]?.includes(value)} /> {label}
        </label>
      ))}
    </fieldset>
  );
}

interface SelectProps {
  readonly label: string;
  readonly name: FilterField;
  readonly any: string;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
}

function SelectField({ label, name, any, value, choices }: SelectProps) {
  return (
    <div class="field">
      <label for={`filter-${name}`}>{label}</label>
      <select id={`filter-${name}`} name={name}>
        {name === 'state' ? null : <option value="">{any}</option>}
        {choices.map((choice) => (
          <option value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
