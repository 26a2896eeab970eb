import { AGE_BUCKETS, type AgeBucket } from '../../../reports/ageing.ts';
import { PLAIN_BUCKET_NAMES } from '../../books/findings/named-bucket.ts';
import type { CodeAndAge } from '../../books/shown/count-findings.ts';
import { SEVERITIES, type Severity } from '../../settings/severity.ts';
import { TEXTS } from '../../texts/languages.ts';
import { FINDINGS_TEXTS } from '../../texts/page/findings-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { findingsAddress } from '../addresses.ts';
import { numberHeading, ScrolledTable } from '../parts/table.tsx';
import type { SignedInVisit } from '../visit.ts';
import { SeverityBadge } from './finding-words.tsx';
import type { FilterQuery } from './findings-query.ts';

interface CountsProps {
  readonly visit: SignedInVisit;
  readonly query: FilterQuery;
  readonly counts: readonly CodeAndAge[];
}

/** How many findings match, in all. */
export function totalOf(counts: readonly CodeAndAge[]): number {
  return counts.reduce((sum, { findings }) => sum + findings, 0);
}

/** The numbers of findings by severity and age; each leads to those findings. */
export function FindingsCounts({ visit, query, counts }: CountsProps) {
  const { language } = visit;
  const texts = FINDINGS_TEXTS[language];
  const severities = SEVERITIES.toReversed().filter((one) => counts.some(({ severity }) => severity === one));
  return (
    <ScrolledTable
      label={texts.counts}
      class="counts"
      caption={texts.countsLabel}
      headings={[
        FRAME_TEXTS[language].columns.severity,
        ...AGE_BUCKETS.map((bucket) => numberHeading(<bdi dir="ltr">{bucket}</bdi>)),
        numberHeading(texts.total),
      ]}
      foot={
        <tr>
          <th scope="row">{texts.total}</th>
          <Counts {...{ visit, query, counts }} severity={undefined} />
        </tr>
      }
    >
      {severities.map((severity) => (
        <tr>
          <th scope="row">
            <SeverityBadge severity={severity} visit={visit} />
          </th>
          <Counts
            {...{ visit, query, severity }}
            counts={counts.filter((one) => one.severity === severity)}
          />
        </tr>
      ))}
    </ScrolledTable>
  );
}

/** The numbers of one severity, or of all: by age, and in all. */
function Counts({
  visit,
  query,
  counts,
  severity,
}: CountsProps & { readonly severity: Severity | undefined }) {
  const cell = (age: AgeBucket | undefined) => (
    <Count
      {...{ visit, query, severity, age }}
      number={totalOf(counts.filter(({ age_bucket }) => age === undefined || age_bucket === age))}
    />
  );
  return (
    <>
      {AGE_BUCKETS.map(cell)}
      {cell(undefined)}
    </>
  );
}

interface CountProps extends Omit<CountsProps, 'counts'> {
  readonly severity: Severity | undefined;
  readonly age: AgeBucket | undefined;
  readonly number: number;
}

function Count({ visit: { language, formats }, query, severity, age, number }: CountProps) {
  const shown = formats.count(number);
  if (number === 0) return <td class="number">{shown}</td>;
  const { fields, total } = FINDINGS_TEXTS[language];
  const of = [
    severity === undefined ? total : TEXTS[language].severities[severity],
    ...(age === undefined ? [] : [`${fields.age} ${age}`]),
  ];
  const address = findingsAddress({
    ...query,
    ...(severity === undefined ? {} : { severity }),
    ...(age === undefined ? {} : { age: PLAIN_BUCKET_NAMES[AGE_BUCKETS.indexOf(age)] }),
  });
  return (
    <td class="number">
      <a href={address} aria-label={`${of.join(TEXTS[language].between.listed)}: ${shown}`}>
        {shown}
      </a>
    </td>
  );
}
