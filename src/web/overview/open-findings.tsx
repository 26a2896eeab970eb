import { AGE_BUCKETS } from '../../../reports/ageing.ts';
import type { CodeAndAge } from '../../books/shown/count-findings.ts';
import type { ShownRegion } from '../../books/shown/overview.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { OVERVIEW_TEXTS } from '../../texts/page/overview-texts.ts';
import { findingsAddress } from '../addresses.ts';
import { findingName, SeverityBadge } from '../findings/finding-words.tsx';
import { totalOf } from '../findings/findings-counts.tsx';
import { numberHeading, ScrolledTable } from '../parts/table.tsx';
import type { Visit } from '../visit.ts';

interface OpenFindingsProps {
  readonly visit: Pick<Visit, 'language' | 'formats'>;
  readonly region: ShownRegion;
}

/** The open findings of a region by severity and age, and by their kind. Each number leads to its findings. */
export function OpenFindings({ visit, region: { region, findings } }: OpenFindingsProps) {
  const { language } = visit;
  const texts = OVERVIEW_TEXTS[language].findings;
  if (findings.length === 0) return <p>{texts.none}</p>;
  return (
    <>
      <ScrolledTable
        label={`${texts.heading}: ${region}`}
        caption={texts.heading}
        headings={[
          FRAME_TEXTS[language].columns.severity,
          ...AGE_BUCKETS.map((bucket) => numberHeading(<bdi>{texts.days(bucket)}</bdi>)),
          numberHeading(texts.total),
        ]}
      >
        {SEVERITIES.toReversed().map((severity) => {
          const own = findings.filter((one) => one.severity === severity);
          return (
            <tr>
              <th scope="row">
                <SeverityBadge severity={severity} visit={visit} />
              </th>
              {AGE_BUCKETS.map((age) => (
                <Count
                  visit={visit}
                  findings={own.filter((one) => one.age_bucket === age)}
                  filter={{ region, severity, age }}
                />
              ))}
              <Count visit={visit} findings={own} filter={{ region, severity }} />
            </tr>
          );
        })}
      </ScrolledTable>
      <Kinds visit={visit} region={region} findings={findings} />
      <p>
        <a href={findingsAddress({ region })}>{texts.all}</a>
      </p>
    </>
  );
}

function Kinds({
  visit,
  region,
  findings,
}: {
  readonly visit: OpenFindingsProps['visit'];
  readonly region: string;
  readonly findings: readonly CodeAndAge[];
}) {
  const { language } = visit;
  const codes = [...new Set(findings.map(({ code }) => code))];
  return (
    <details>
      <summary>{OVERVIEW_TEXTS[language].findings.kinds}</summary>
      <table>
        <tbody>
          {codes.map((code) => (
            <tr>
              <th scope="row">
                {findingName(code, visit)}{' '}
                <code class="dim">
                  <bdi dir="ltr">{code}</bdi>
                </code>
              </th>
              <Count
                visit={visit}
                findings={findings.filter((one) => one.code === code)}
                filter={{ region, code }}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Count({
  visit: { formats },
  findings,
  filter,
}: {
  readonly visit: OpenFindingsProps['visit'];
  readonly findings: readonly CodeAndAge[];
  readonly filter: Readonly<Record<string, string>>;
}) {
  const sum = totalOf(findings);
  return (
    <td class="number">
      {sum === 0 ? <span class="dim">0</span> : <a href={findingsAddress(filter)}>{formats.count(sum)}</a>}
    </td>
  );
}
