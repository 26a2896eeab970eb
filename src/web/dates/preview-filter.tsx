import type { Report } from '../../../reports/report.ts';
import { listsChanges } from '../../books/shown/report-keys.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { OUTCOMES } from '../../reconcile/rules/outcome.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import { FINDING_NAMES } from '../../texts/finding-names.ts';
import { TEXTS } from '../../texts/languages.ts';
import { PREVIEW_TEXTS } from '../../texts/page/preview-texts.ts';
import { changedQuery } from '../addresses.ts';
import type { Visit } from '../visit.ts';
import { fieldOfColumn, filteredColumns, type PreviewQuery } from './preview-query.ts';
import { outcomeName } from './totals-tables.tsx';

interface FilterProps {
  readonly visit: Pick<Visit, 'language' | 'url'>;
  readonly report: Report;
  readonly query: PreviewQuery;
}

/** The form that chooses rows of a preview. The filter is the address. */
export function PreviewFilter({ visit, report, query }: FilterProps) {
  const { language, url } = visit;
  const texts = PREVIEW_TEXTS[language];
  const columns = filteredColumns(report);
  const isFiltered = query.text !== undefined || Object.keys(query.cells).length > 0;
  const kept = ['version', 'sort', 'order'].flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null ? [] : [{ name, value }];
  });
  const cleared = Object.fromEntries(
    ['text', 'after', ...columns.map(fieldOfColumn)].map((name) => [name, undefined]),
  );
  return (
    <form method="get" action={url.pathname} class="filters" aria-label={texts.filter}>
      {kept.map(({ name, value }) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <div class="field">
        <label for="text">{listsChanges(report) ? texts.textOfChanges : texts.text}</label>
        <input id="text" type="search" name="text" value={query.text} maxlength={200} dir="auto" />
      </div>
      {columns.map((name) => (
        <ColumnField language={language} name={name} value={query.cells[name] ?? ''} />
      ))}
      <button type="submit">{texts.apply}</button>
      {isFiltered ? <a href={changedQuery(url, cleared)}>{texts.clear}</a> : null}
    </form>
  );
}

function ColumnField({
  language,
  name,
  value,
}: {
  readonly language: Visit['language'];
  readonly name: string;
  readonly value: string;
}) {
  const field = fieldOfColumn(name);
  const choices = choicesOf(language, name);
  return (
    <div class="field">
      <label for={field}>
        <code dir="ltr">{name}</code>
      </label>
      {choices === undefined ? (
        <input id={field} name={field} value={value} maxlength={200} dir="auto" size={12} />
      ) : (
        <select id={field} name={field}>
          <option value="">{PREVIEW_TEXTS[language].any}</option>
          {choices.map(([own, label]) => (
            <option value={own} selected={own === value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** The values of a column that has few, each with its name in the language. */
function choicesOf(language: Visit['language'], name: string): Array<[string, string]> | undefined {
  switch (name) {
    case 'outcome':
      return Object.keys(OUTCOMES).map((own) => [own, outcomeName(language, own)]);
    case 'severity':
      return SEVERITIES.toReversed().map((own) => [own, TEXTS[language].severities[own]]);
    case 'code':
      return RULES.map(({ code }) => [code, FINDING_NAMES[code]?.[language] ?? code]);
    default:
      return undefined;
  }
}
