import type { ShownVersion, VersionChanges, VersionReasons } from '../../books/shown/date-versions.ts';
import { DATE_TEXTS } from '../../texts/page/date-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { VERSION_TEXTS } from '../../texts/page/version-texts.ts';
import type { Phrase } from '../../texts/phrase.ts';
import { dateAddress } from '../addresses.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { CellTable, numberHeading } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';
import type { AskedDate } from './asked-date.ts';
import type { DatePage } from './read-date.ts';
import { outcomeName } from './totals-tables.tsx';

interface VersionsProps {
  readonly visit: Visit;
  readonly asked: AskedDate;
  readonly page: DatePage;
  readonly zone: string;
}

/** The versions of a date, the newest first: what each changed, and why. */
export function Versions({ visit, asked, page, zone }: VersionsProps) {
  const texts = VERSION_TEXTS[visit.language];
  const { versions } = page.versions;
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{texts.heading}</h2>
      {versions.map((version) => {
        const isShown = version.version === page.version;
        return (
          <details open={isShown} class="version">
            <summary>
              <b>
                <Say phrase={texts.version(String(version.version))} />
              </b>
              {isShown ? ` (${texts.shown})` : ''}
              {' · '}
              {texts.asOf} <Moment at={version.asOf} zone={zone} visit={visit} />
            </summary>
            <p>
              {texts.published} <Moment at={version.startedAt} zone={zone} visit={visit} />
              {isShown ? null : (
                <>
                  {' '}
                  <a href={dateAddress(asked.region, asked.date, version.version)}>
                    <Say phrase={texts.version(String(version.version))} />
                  </a>
                </>
              )}
            </p>
            <Reasons visit={visit} version={version} />
            {version.reasons === null || page.versions.isPurged ? null : (
              <Changes visit={visit} changes={page.changes.get(version.version)} />
            )}
          </details>
        );
      })}
    </section>
  );
}

type Words = Pick<Visit, 'language' | 'formats'>;

function Reasons({ visit, version }: { readonly visit: Words; readonly version: ShownVersion }) {
  const texts = VERSION_TEXTS[visit.language];
  const lines = [
    ...(version.isAdopted ? [[texts.adopted]] : []),
    ...(version.reasons === null ? [] : reasonsOf(visit, version.reasons)),
  ];
  return (
    <>
      {version.reasons === null ? <p>{texts.isFirst}</p> : <h3>{texts.why}</h3>}
      <Sources visit={visit} reasons={version.reasons} />
      <ul>
        {lines.map((line) => (
          <li>
            <Say phrase={line} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The sources that are new, by their names as far as these are known. */
function Sources({
  visit: { language, formats },
  reasons,
}: {
  readonly visit: Words;
  readonly reasons: VersionReasons | null;
}) {
  const texts = VERSION_TEXTS[language];
  const sources = reasons?.sources ?? null;
  if (sources === null || sources.count === 0) return null;
  return (
    <details>
      <summary>
        <Say phrase={texts.sources(formats.count(sources.count))} />
      </summary>
      <ul>
        {sources.names.map((name) => (
          <li>
            <Identifier text={name} />
          </li>
        ))}
        {sources.count > sources.names.length ? <li>{texts.moreSources}</li> : null}
      </ul>
    </details>
  );
}

function reasonsOf({ language, formats }: Words, reasons: VersionReasons): Phrase[] {
  const texts = VERSION_TEXTS[language];
  const { sources, decisions, withdrawn } = reasons;
  const isNamed = withdrawn.names.length > 0;
  const lines: Phrase[] = [
    ...withdrawn.names.map((name) => texts.withdrawn(name)),
    ...(isNamed && withdrawn.count > withdrawn.names.length ? [[texts.moreSources]] : []),
    ...(!isNamed && withdrawn.count > 0 ? [[texts.aSourceWithdrawn]] : []),
    ...decisions.map(({ action, entries }) =>
      texts.decisions(texts.actions[action] ?? action, formats.count(entries)),
    ),
    ...(reasons.settingsChanged ? [[texts.settings]] : []),
    ...(reasons.programChanged ? [[texts.program]] : []),
    ...(reasons.timeZonesChanged ? [[texts.timeZones]] : []),
  ];
  // A reader of some merchants is not shown sources, so that nothing can be said of what else may be the reason.
  if (lines.length > 0 || sources?.count !== 0) return lines;
  return [[reasons.mayBeReadAgain ? texts.readAgain : texts.unknownReason]];
}

function Changes({
  visit,
  changes,
}: {
  readonly visit: Words;
  readonly changes: VersionChanges | undefined;
}) {
  const { language, formats } = visit;
  const texts = VERSION_TEXTS[language];
  if (changes === undefined) return <p class="dim">{texts.notCounted}</p>;
  const { fields, totals } = changes;
  if (fields.length === 0 && totals.length === 0) return <p>{texts.noChanges}</p>;
  const columns = FRAME_TEXTS[language].columns;
  const { paid } = DATE_TEXTS[language].totals.measures;
  const money = (currency: string | null, minor: string) =>
    currency === null ? formats.count(minor) : formats.money({ currency, minor });
  const whole: Readonly<Record<string, string>> = texts.whole;
  return (
    <>
      <h3>{texts.changes}</h3>
      {fields.length === 0 ? null : (
        <CellTable
          label={texts.changed}
          headings={[texts.field, numberHeading(texts.changed)]}
          rows={fields.map(({ field, rows }) => [
            whole[field] ?? <code dir="ltr">{field}</code>,
            formats.count(rows),
          ])}
        />
      )}
      {totals.length === 0 ? null : (
        <CellTable
          label={texts.changes}
          headings={[
            columns.outcome,
            columns.currency,
            numberHeading(`${columns.orders}: ${texts.before}`),
            numberHeading(`${columns.orders}: ${texts.after}`),
            numberHeading(`${columns.requested}: ${texts.before}`),
            numberHeading(`${columns.requested}: ${texts.after}`),
            numberHeading(`${paid}: ${texts.before}`),
            numberHeading(`${paid}: ${texts.after}`),
          ]}
          rows={totals.map(({ outcome, currency, before, after }) => [
            outcomeName(language, outcome),
            currency ?? '',
            formats.count(before.orders),
            formats.count(after.orders),
            money(currency, before.requestedMinor),
            money(currency, after.requestedMinor),
            money(currency, before.paidMinor),
            money(currency, after.paidMinor),
          ])}
        />
      )}
    </>
  );
}
