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
  const { language, account, formats } = visit;
  const texts = FINDINGS_TEXTS[language];
  const severities = SEVERITIES.toReversed().map((value) => ({
    value,
    label: TEXTS[language].severities[value],
  }));
  const codes = RULES.map(({ code }) => ({ value: code, label: findingName(code, visit) }));
  return (
    <form method="get" action="/findings" class="findings-filter">
      <Checks {...{ visit, query, field: 'severity', choices: severities }} />
      <Fields {...{ visit, query }} />
      <details class="choices" open={query.code !== undefined}>
        <summary>
          {texts.fields.code}: {query.code === undefined ? texts.any : formats.count(query.code.length)}
        </summary>
        <Checks {...{ visit, query, field: 'code', choices: codes }} />
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

/** The fields of one value. */
function Fields({ visit, query }: FilterProps) {
  const { language, settings, account } = visit;
  const texts = FINDINGS_TEXTS[language];
  const regions = allRegions(settings).map(({ name }) => ({
    value: regionFolder(name),
    label: name === '' ? FRAME_TEXTS[language].noRegion : name,
  }));
  const states = STATE_NAMES.map((value) => ({ value, label: texts.states[value] }));
  const ages = PLAIN_BUCKET_NAMES.map((value) => ({ value, label: value }));
  const merchants = account.merchants?.map((value) => ({ value, label: value }));
  const methods = [...new Set(settings.regions.flatMap((region) => region.methods))];
  const field = { visit, query };
  return (
    <div class="filters">
      <SelectField {...field} name="state" choices={states} />
      <SelectField {...field} name="region" choices={regions} />
      {merchants === undefined ? (
        <InputField {...field} name="merchant" />
      ) : (
        <SelectField {...field} name="merchant" choices={merchants} />
      )}
      <InputField {...field} name="method" proposed={methods} />
      <InputField {...field} name="from" type="date" />
      <InputField {...field} name="to" type="date" />
      <SelectField {...field} name="age" choices={ages} />
      <InputField {...field} name="assignee" />
      <InputField {...field} name="text" type="search" hint={texts.textHint} />
    </div>
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

interface FieldProps extends FilterProps {
  readonly name: FilterField;
}

function SelectField({
  visit: { language },
  query,
  name,
  choices,
}: FieldProps & { readonly choices: readonly Choice[] }) {
  const texts = FINDINGS_TEXTS[language];
  return (
    <div class="field">
      <label for={`filter-${name}`}>{texts.fields[name]}</label>
      <select id={`filter-${name}`} name={name}>
        {name === 'state' ? null : <option value="">{texts.any}</option>}
        {choices.map(({ value, label }) => (
          <option value={value} selected={value === query[name]?.[0]}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface InputProps extends FieldProps {
  readonly type?: 'text' | 'date' | 'search';
  /** Values to choose from; others may be written too. */
  readonly proposed?: readonly string[];
  readonly hint?: string;
}

function InputField({ visit: { language }, query, name, type = 'text', proposed, hint }: InputProps) {
  return (
    <div class="field">
      <label for={`filter-${name}`}>{FINDINGS_TEXTS[language].fields[name]}</label>
      <input
        id={`filter-${name}`}
        name={name}
        type={type}
        value={query[name]?.[0]}
        maxlength={200}
        dir={type === 'date' ? undefined : 'auto'}
        list={proposed === undefined ? undefined : `choices-${name}`}
        aria-describedby={hint === undefined ? undefined : `hint-${name}`}
      />
      {proposed === undefined ? null : (
        <datalist id={`choices-${name}`}>
          {proposed.map((value) => (
            <option value={value} />
          ))}
        </datalist>
      )}
      {hint === undefined ? null : <small id={`hint-${name}`}>{hint}</small>}
    </div>
  );
}
