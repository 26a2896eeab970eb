import type { ShownFinding } from '../../books/shown/page-findings.ts';
import { FINDING_NAMES } from '../../texts/finding-names.ts';
import { TEXTS } from '../../texts/languages.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { findingsAddress } from '../addresses.ts';
import { Identifier } from '../parts/identifier.tsx';
import type { Visit } from '../visit.ts';

interface OrderFindingsProps {
  readonly visit: Visit;
  readonly orderNo: string;
  readonly findings: readonly ShownFinding[];
}

/** The findings of an order in its newest result, with the state of their cases. */
export function OrderFindings({ visit, orderNo, findings }: OrderFindingsProps) {
  const texts = ORDER_TEXTS[visit.language];
  return (
    <section>
      <h2 id="findings">{texts.findings}</h2>
      {findings.length === 0 ? <p>{texts.noFindings}</p> : <FindingTable visit={visit} findings={findings} />}
      <p>
        <a href={findingsAddress({ text: orderNo, state: 'all' })}>{texts.allFindings}</a>
      </p>
    </section>
  );
}

function FindingTable({ visit, findings }: Pick<OrderFindingsProps, 'visit' | 'findings'>) {
  const { columns } = FRAME_TEXTS[visit.language];
  const texts = ORDER_TEXTS[visit.language];
  return (
    <section class="scroll" tabindex={0} aria-label={texts.findings}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.finding}</th>
            <th scope="col">{columns.severity}</th>
            <th scope="col">{texts.expected}</th>
            <th scope="col">{texts.actual}</th>
            <th scope="col">{columns.state}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <tr id={finding.code}>
              <th scope="row">
                {FINDING_NAMES[finding.code]?.[visit.language]} <Identifier text={finding.code} />
              </th>
              <td>
                <span class={`badge ${finding.severity}`}>
                  {TEXTS[visit.language].severities[finding.severity]}
                </span>
              </td>
              <td lang="en">
                <bdi>{finding.expected}</bdi>
              </td>
              <td lang="en">
                <bdi>{finding.actual}</bdi>
              </td>
              <td>
                {texts.states[finding.state]}
                {finding.awaiting_by === null ? null : ` (${texts.awaiting})`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
