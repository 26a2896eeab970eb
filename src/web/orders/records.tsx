import type { Child } from 'hono/jsx';
import type { CallbackEvent, RequestEvent, ResponseEvent } from '../../books/order/order-story.ts';
import type { RecordPlace } from '../../books/order/story-values.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { RECORD_TEXTS } from '../../texts/page/record-texts.ts';
import { STATED_TEXTS } from '../../texts/page/stated-texts.ts';
import type { Phrase } from '../../texts/phrase.ts';
import { type Fact, Facts, identifierOf } from '../parts/facts.tsx';
import { Identifier, isolatedText } from '../parts/identifier.tsx';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import { callbackFacts } from './callback-facts.tsx';
import { RecordedMoney } from './recorded-money.tsx';
import { isStated, type StatedEvent, statedFacts, statedTitle } from './stated-facts.tsx';
import type { StoryProps } from './story-words.ts';

type RecordEvent = RequestEvent | ResponseEvent | CallbackEvent;
type ShownEvent = RecordEvent | StatedEvent;

/** Every record of the order in time order, each with where it was read and how it was understood. */
export function Records({ visit, story, zone }: StoryProps) {
  const texts = RECORD_TEXTS[visit.language];
  const records = story.events.filter((event) => isRecord(event) || isStated(event));
  return (
    <section>
      <h2 id="records">{texts.records}</h2>
      {records.length === 0 ? <p>{texts.noRecords}</p> : null}
      <ol class="story">
        {records.map((event) => (
          <li>
            <h3>{titleOf(event, visit.language)}</h3>
            <p>
              <When visit={visit} zone={zone} event={event} />
            </p>
            <Facts facts={factsOf({ visit, story, zone }, event)} />
            {isStated(event) ? null : <Interpretation visit={visit} event={event} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function isRecord(event: StoryProps['story']['events'][number]): event is RecordEvent {
  return event.kind === 'request' || event.kind === 'response' || event.kind === 'callback';
}

/** When something happened: the date alone where its time is not known. */
function When({ visit, zone, event }: Pick<StoryProps, 'visit' | 'zone'> & { readonly event: ShownEvent }) {
  if (!isStated(event) || event.date === null) return <Moment at={event.at} zone={zone} visit={visit} />;
  return (
    <>
      <time dateTime={event.date}>
        <bdi>{visit.formats.date(event.date)}</bdi>
      </time>{' '}
      <span class="dim">{STATED_TEXTS[visit.language].dateOnly}</span>
    </>
  );
}

function titleOf(event: ShownEvent, language: StoryProps['visit']['language']): string {
  if (isStated(event)) return statedTitle(event, language);
  const texts = RECORD_TEXTS[language];
  if (event.kind !== 'callback') return texts[event.kind];
  return event.attribution === 'elsewhere' ? texts.foreignCallback : texts.callback;
}

function factsOf(props: StoryProps, event: ShownEvent): Fact[] {
  const texts = RECORD_TEXTS[props.visit.language];
  if (event.kind === 'payout' || event.kind === 'bank') return statedFacts(props, event);
  const own =
    event.kind === 'request'
      ? requestFacts(props, event)
      : event.kind === 'response'
        ? responseFacts(props, event)
        : event.kind === 'statement'
          ? statedFacts(props, event)
          : callbackFacts(props, event);
  return [...own, [texts.place, <Place {...props} place={event.place} />]];
}

function requestFacts({ visit, zone }: StoryProps, event: RequestEvent): Fact[] {
  const { columns } = FRAME_TEXTS[visit.language];
  const texts = RECORD_TEXTS[visit.language];
  return [
    [columns.requested, <RecordedMoney visit={visit} money={event.money} />],
    [columns.method, identifierOf(event.paymentMethod)],
    [texts.expiresAt, <Moment at={event.expiresAt} zone={zone} visit={visit} />],
    [texts.written, written(event.sentAtText, event.timestampText)],
    ['', event.response === null ? texts.noResponse : null],
  ];
}

function responseFacts({ visit }: StoryProps, event: ResponseEvent): Fact[] {
  const { columns } = FRAME_TEXTS[visit.language];
  const texts = RECORD_TEXTS[visit.language];
  const { ownLine, answers } = event;
  return [
    [texts.responseCode, identifierOf(event.code)],
    [texts.status, identifierOf(event.status)],
    [columns.tradeNo, identifierOf(event.tradeNo)],
    [texts.accountNo, identifierOf(event.accountNo)],
    [texts.written, identifierOf(event.transactionTimeText)],
    ['', event.transactionTimeText === null ? texts.noOwnTime : null],
    [
      '',
      ownLine ? (
        <Say phrase={answers === null ? [texts.answersNone] : texts.answers(linePhrase(visit, answers))} />
      ) : null,
    ],
  ];
}

/** What is odd about a record: times that are in doubt, and rules of the interface that it breaks. */
function Interpretation({
  visit,
  event,
}: {
  readonly visit: StoryProps['visit'];
  readonly event: RecordEvent;
}) {
  const texts = RECORD_TEXTS[visit.language];
  const { timeFlags, brokenRules } = event;
  return (
    <>
      {timeFlags.map((flag) => (
        <p class="notice warn">
          {texts.flags[flag]} <code>{flag}</code>
        </p>
      ))}
      {brokenRules.length === 0 ? null : (
        <ScrolledTable
          label={`${texts.brokenRules} – ${titleOf(event, visit.language)}, ${isolatedText(linePhrase(visit, event.place))}`}
          caption={texts.brokenRules}
          headings={[texts.field, texts.rule, texts.shape]}
        >
          {brokenRules.map(({ field, rule, shape }) => (
            <tr>
              <th scope="row">
                <Identifier text={field} />
              </th>
              <td lang="en">
                <bdi>{rule}</bdi>
              </td>
              <td lang="en">
                <bdi>{shape}</bdi>
              </td>
            </tr>
          ))}
        </ScrolledTable>
      )}
    </>
  );
}

function Place({ visit, place }: StoryProps & { readonly place: RecordPlace }) {
  return (
    <span class="place">
      <Say phrase={linePhrase(visit, place)} />
    </span>
  );
}

function linePhrase({ language }: StoryProps['visit'], { source, line }: RecordPlace): Phrase {
  return RECORD_TEXTS[language].line(source, String(line));
}

function written(...times: ReadonlyArray<string | null>): Child {
  const known = [...new Set(times.filter((time) => time !== null))];
  if (known.length === 0) return null;
  return known.map((time, index) => (
    <>
      {index === 0 ? '' : ' · '}
      <Identifier text={time} />
    </>
  ));
}
