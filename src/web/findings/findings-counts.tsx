import { AGE_BUCKETS } from '../../../reports/ageing.ts';
import { PLAIN_BUCKET_NAMES } from '../../books/findings/named-bucket.ts';
import type { CodeAndAge } from '../../books/shown/count-findings.ts';
import { SEVERITIES } from '../../settings/severity.ts';
import { TEXTS } from '../../texts/languages.ts';
import { FINDINGS_TEXTS } from '../../texts/page/findings-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { findingsAddress } from '../addresses.ts';
import type { SignedInVisit } from '../visit.ts';
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
  const { language, formats } = visit;
  const texts = FINDINGS_TEXTS[language];
  const severities = SEVERITIES.toReversed().filter((one) => counts.some(({ severity }) => severity === one));
  const link = (number: number, label: string, more: FilterQuery) =>
    number === 0 ? (
      formats.count(0)
    ) : (
      <a href={findingsAddress({ ...query, ...more })} aria-label={`${label}: ${formats.count(number)}`}>
        {formats.count(number)}
      </a>
    );
  const of = (wanted: Partial<CodeAndAge>) =>
    totalOf(
      counts.filter(
        ({ severity, age_bucket }) =>
          (wanted.severity ?? severity) === severity && (wanted.age_bucket ?? age_bucket) === age_bucket,
      ),
    );
  return (
    <section class="scroll" tabindex={0} aria-label={texts.counts}>
      <table class="counts">
        <caption>{texts.countsLabel}</caption>
        <thead>
          <tr>
            <th scope="col">{FRAME_TEXTS[language].columns.severity}</th>
            {AGE_BUCKETS.map((bucket) => (
              <th scope="col" class="number">
                <bdi dir="ltr">{bucket}</bdi> {texts.days}
              </th>
            ))}
            <th scope="col" class="number">
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {severities.map((severity) => {
            const name = TEXTS[language].severities[severity];
            return (
              <tr>
                <th scope="row">
                  <span class={`badge ${severity}`}>{name}</span>
                </th>
                {AGE_BUCKETS.map((age_bucket, index) => (
                  <td class="number">
                    {link(of({ severity, age_bucket }), `${name}, ${age_bucket} ${texts.days}`, {
                      severity: [severity],
                      age: [PLAIN_BUCKET_NAMES[index]!],
                    })}
                  </td>
                ))}
                <td class="number">{link(of({ severity }), name, { severity: [severity] })}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            {AGE_BUCKETS.map((age_bucket, index) => (
              <td class="number">
                {link(of({ age_bucket }), `${age_bucket} ${texts.days}`, {
                  age: [PLAIN_BUCKET_NAMES[index]!],
                })}
              </td>
            ))}
            <td class="number">{formats.count(totalOf(counts))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
