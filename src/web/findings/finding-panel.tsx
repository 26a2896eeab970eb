import { may } from '../../access/account.ts';
import type { CurrentValues, FindingLife, LifeEvent } from '../../books/findings/finding-life.ts';
import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import { FINDING_PANEL_TEXTS } from '../../texts/page/finding-panel-texts.ts';
import { FINDINGS_TEXTS } from '../../texts/page/findings-texts.ts';
import { findingMeaning } from '../../texts/page/meaning-texts.ts';
import { linesWithoutHidden, withoutHidden } from '../../texts/phrase.ts';
import { orderAddress } from '../addresses.ts';
import { type Fact, Facts } from '../parts/facts.tsx';
import { Form } from '../parts/form.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Moment, zoneOf } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import type { SignedInVisit } from '../visit.ts';
import { chosenText, requestDigest, valuesDigest } from './chosen-key.ts';
import { DecisionFields, offeredActions } from './decision-fields.tsx';
import { doneText, findingName, SeverityBadge, stateText, writeOffText } from './finding-words.tsx';
import { notDecidedAddress } from './not-decided.tsx';

/** Of a visit, what the panel needs. */
type PanelVisit = Pick<SignedInVisit, 'language' | 'formats' | 'settings' | 'account' | 'formToken'>;

interface PanelProps {
  readonly visit: PanelVisit;
  /** One of {@link readLives}, of a merchant that the reader sees. */
  readonly finding: FindingLife;
}

/**
 * One finding of an order: what it means, its values, what happened to it, and the form that decides about it. Its place
 * in the page is `#CODE`.
 */
export function FindingPanel({ visit, finding }: PanelProps) {
  const { code, severity, current } = finding;
  return (
    <section class="finding" id={code} aria-labelledby={`${code}-name`}>
      <h3 id={`${code}-name`}>
        {findingName(code, visit)} <Identifier text={code} />{' '}
        <SeverityBadge severity={severity} visit={visit} />
      </h3>
      <Values visit={visit} finding={finding} />
      <History visit={visit} finding={finding} />
      {current === null || !may(visit.account, 'decide') ? null : (
        <DecideForm {...{ visit, finding, current }} />
      )}
    </section>
  );
}

/** The event that its present values are from: of the newest run, whose clock may be behind that of an earlier one. */
function newestValues({ events }: FindingLife) {
  return events
    .filter(({ what }) => what === 'opened' || what === 'changed')
    .toSorted((a, b) => (a.run ?? 0) - (b.run ?? 0))
    .at(-1);
}

function Values({ visit, finding }: PanelProps) {
  const { labels } = FINDING_PANEL_TEXTS[visit.language];
  const { waiting } = FINDINGS_TEXTS[visit.language];
  const { awaiting, assignee, note } = finding;
  const meaning = findingMeaning(finding.code, visit.language);
  const last = newestValues(finding);
  const facts: readonly Fact[] = [
    [
      labels.meaning,
      meaning === undefined ? (
        <span lang="en" dir="ltr">
          {finding.explanation}
        </span>
      ) : (
        <Say phrase={meaning.explanation} />
      ),
    ],
    [labels.when, meaning && <Say phrase={meaning.when} />],
    [labels.expected, last?.expected && <bdi lang="en">{withoutHidden(last.expected)}</bdi>],
    [labels.actual, last?.actual && <bdi lang="en">{withoutHidden(last.actual)}</bdi>],
    [labels.state, stateText(finding.state, visit)],
    [
      FINDINGS_TEXTS[visit.language].waitingLink,
      awaiting && <Say phrase={waiting(writeOffText(awaiting, visit), awaiting.by, awaiting.reason)} />,
    ],
    [labels.assignee, assignee && <bdi>{withoutHidden(assignee)}</bdi>],
    [labels.note, note && <bdi class="words">{linesWithoutHidden(note)}</bdi>],
    [labels.remedy, meaning && <Say phrase={meaning.remedy} />],
  ];
  return <Facts facts={facts.filter(([, value]) => value !== undefined && value !== null && value !== '')} />;
}

function History({ visit, finding }: PanelProps) {
  const texts = FINDING_PANEL_TEXTS[visit.language];
  const { columns } = DECISION_TEXTS[visit.language];
  return (
    <ScrolledTable
      label={`${texts.history}: ${findingName(finding.code, visit)}`}
      caption={texts.history}
      headings={[columns.at, texts.event, columns.who, columns.why]}
    >
      {finding.events.map((event) => (
        <tr>
          <td>
            <Moment at={event.at} zone={zoneOf(visit.settings, finding.region)} visit={visit} />
          </td>
          <th scope="row">{doneText(event.what, visit)}</th>
          <td>{event.who === null ? null : <bdi>{withoutHidden(event.who)}</bdi>}</td>
          <td class="words">
            <EventText {...{ visit, event }} />
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}

/** The reason of a decision or its assignee; for a run, the values, or the record that closed it. */
function EventText({ visit, event }: { readonly visit: PanelVisit; readonly event: LifeEvent }) {
  const { labels } = FINDING_PANEL_TEXTS[visit.language];
  if (event.what === 'assign') {
    const { nobody } = DECISION_TEXTS[visit.language];
    return <bdi>{event.assignee === null ? nobody : withoutHidden(event.assignee)}</bdi>;
  }
  if (event.run === null) return event.reason === null ? null : <bdi>{linesWithoutHidden(event.reason)}</bdi>;
  if (event.record !== null) return <Identifier text={event.record} />;
  const values = [
    [labels.expected, event.expected],
    [labels.actual, event.actual],
  ] as const;
  return (
    <>
      {values.map(([label, value]) =>
        value === null ? null : (
          <span class="value">
            {label}: <bdi lang="en">{withoutHidden(value)}</bdi>{' '}
          </span>
        ),
      )}
    </>
  );
}

function DecideForm({ visit, finding, current }: PanelProps & { readonly current: CurrentValues }) {
  const { orderNo, merchantId, code, awaiting } = finding;
  const then = `${orderAddress(merchantId, orderNo)}#${code}`;
  return (
    <Form visit={visit} action="/findings/decide" returnTo={notDecidedAddress(then)}>
      <input type="hidden" name="then" value={then} />
      <input
        type="hidden"
        name="finding"
        value={chosenText({
          ...{ order_no: orderNo, merchant_id: merchantId, code },
          request: requestDigest(awaiting),
          values: valuesDigest(current, current.amounts),
          entry: current.newest_entry ?? '',
        })}
      />
      <DecisionFields
        {...{ visit, id: code, button: DECISION_TEXTS[visit.language].title }}
        actions={offeredActions(visit, [{ awaiting_by: awaiting?.by ?? null }])}
      />
    </Form>
  );
}
