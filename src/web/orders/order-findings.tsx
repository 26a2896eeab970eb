import type { FindingLife } from '../../books/findings/finding-life.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { findingsAddress } from '../addresses.ts';
import { FindingPanel } from '../findings/finding-panel.tsx';
import type { SignedInVisit } from '../visit.ts';

interface OrderFindingsProps {
  readonly visit: SignedInVisit;
  readonly orderNo: string;
  readonly findings: readonly FindingLife[];
}

/** The findings of an order: what each means, what was decided about it, and the form that decides. */
export function OrderFindings({ visit, orderNo, findings }: OrderFindingsProps) {
  const texts = ORDER_TEXTS[visit.language];
  return (
    <section>
      <h2 id="findings">{texts.findings}</h2>
      {findings.length === 0 ? (
        <p>{texts.noFindings}</p>
      ) : (
        findings.map((finding) => <FindingPanel visit={visit} finding={finding} />)
      )}
      <p>
        <a href={findingsAddress({ text: orderNo, state: 'all' })}>{texts.allFindings}</a>
      </p>
    </section>
  );
}
