import { requestOf } from '../../books/findings/decision.ts';
import type { FindingAmount } from '../../books/findings/write-off-amount.ts';
import type { ShownFinding } from '../../books/shown/page-findings.ts';
import { FINDINGS_TEXTS } from '../../texts/page/findings-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { linesWithoutHidden, withoutHidden } from '../../texts/phrase.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Say } from '../parts/say.tsx';
import { numberHeading, ScrolledTable } from '../parts/table.tsx';
import type { SignedInVisit } from '../visit.ts';
import { chosenNow, chosenText } from './chosen-key.ts';
import {
  amountOf,
  differenceOf,
  findingName,
  OrderLink,
  SeverityBadge,
  stateText,
  writeOffText,
} from './finding-words.tsx';

/** A finding of the list, and what writing it off would give up. */
export type ListedFinding = ShownFinding & { readonly writeOff: readonly FindingAmount[] };

interface TableProps {
  readonly visit: SignedInVisit;
  readonly rows: readonly ListedFinding[];
  /** Whether the reader may choose findings to decide about. */
  readonly mayChoose: boolean;
  /** Whether all are chosen to begin with. */
  readonly areChosen: boolean;
}

/** A page of findings. */
export function FindingsTable({ visit, rows, mayChoose, areChosen }: TableProps) {
  const texts = FINDINGS_TEXTS[visit.language];
  const { columns } = FRAME_TEXTS[visit.language];
  return (
    <ScrolledTable
      label={texts.list}
      class="findings"
      caption={texts.list}
      isCaptionHidden
      headings={[
        ...(mayChoose ? [{ heading: <ChoosePage {...{ visit, areChosen }} /> }] : []),
        columns.severity,
        columns.finding,
        {
          heading: (
            <>
              {columns.order}
              <br />
              {columns.merchant}
            </>
          ),
        },
        {
          heading: (
            <>
              {columns.date}
              <br />
              {columns.region}
            </>
          ),
        },
        numberHeading(columns.requested),
        numberHeading(columns.paid),
        numberHeading(columns.difference),
        numberHeading(columns.age),
        columns.assignee,
        columns.state,
        texts.note,
      ]}
    >
      {rows.map((row) => (
        <FindingRow {...{ visit, row, mayChoose, isChosen: areChosen }} />
      ))}
    </ScrolledTable>
  );
}

/** Chooses all findings of the page, or none. */
function ChoosePage({ visit, areChosen }: Pick<TableProps, 'visit' | 'areChosen'>) {
  const texts = FINDINGS_TEXTS[visit.language];
  return (
    <>
      <span class="hidden">{texts.choose}</span>
      <input
        type="checkbox"
        class="with-script"
        data-chooses="finding"
        aria-label={texts.choosePage}
        checked={areChosen}
      />
    </>
  );
}

interface RowProps extends Pick<TableProps, 'visit' | 'mayChoose'> {
  readonly row: ListedFinding;
  readonly isChosen: boolean;
}

function FindingRow({ visit, row, mayChoose, isChosen }: RowProps) {
  const { formats, language } = visit;
  const requested = amountOf(row.requested_minor, row.requested_currency, visit);
  const paid = amountOf(row.paid_minor, row.paid_currency, visit);
  return (
    <tr>
      {mayChoose ? (
        <td>
          <input
            type="checkbox"
            name="finding"
            value={chosenText(chosenNow(row, row.writeOff))}
            checked={isChosen}
            aria-label={`${FINDINGS_TEXTS[language].chooseOne(withoutHidden(row.order_no))}, ${findingName(row.code, visit)}`}
          />
        </td>
      ) : null}
      <td>
        <SeverityBadge severity={row.severity} visit={visit} />
      </td>
      <th scope="row">
        {findingName(row.code, visit)}
        <br />
        <Identifier text={row.code} />
      </th>
      <td>
        <OrderLink finding={row} />
        <br />
        <Identifier text={row.merchant_id} />
      </td>
      <td class="whole">
        {formats.shortDate(row.business_date)}
        <br />
        {row.region === '' ? FRAME_TEXTS[language].noRegion : row.region}
      </td>
      <Figure value={requested} />
      <Figure value={paid} />
      <Figure value={differenceOf(row, visit)} />
      <td class="number">{formats.count(row.age_days)}</td>
      <td>{row.assignee === null ? null : <bdi>{withoutHidden(row.assignee)}</bdi>}</td>
      <td>
        <FindingState {...{ visit, row }} />
      </td>
      <td class="words">{row.last_note === null ? null : <bdi>{linesWithoutHidden(row.last_note)}</bdi>}</td>
    </tr>
  );
}

function Figure({ value }: { readonly value: string | undefined }) {
  return <td class="number">{value === undefined ? null : <bdi dir="ltr">{value}</bdi>}</td>;
}

/** The state with its reason, and the write-off that waits. */
function FindingState({ visit, row }: Pick<RowProps, 'visit' | 'row'>) {
  const request = requestOf(row);
  if (request === null) {
    return (
      <>
        <span class={`badge ${row.state === 'open' ? '' : 'good'}`}>{stateText(row.state, visit)}</span>
        {row.state_reason === null ? null : (
          <p class="words dim">
            <bdi>{linesWithoutHidden(row.state_reason)}</bdi>
          </p>
        )}
      </>
    );
  }
  const { waiting } = FINDINGS_TEXTS[visit.language];
  return (
    <>
      <span class="badge warn">{FINDINGS_TEXTS[visit.language].waitingLink}</span>
      <p class="words dim">
        <Say phrase={waiting(writeOffText(request, visit), request.by, request.reason)} />
      </p>
    </>
  );
}
