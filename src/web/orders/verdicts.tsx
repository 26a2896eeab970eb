import type { Child } from 'hono/jsx';
import type {
  DecisionEvent,
  StoryFinding,
  StoryVersion,
  VerdictEvent,
} from '../../books/order/order-story.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { RECORD_TEXTS } from '../../texts/page/record-texts.ts';
import { say, withoutHidden } from '../../texts/phrase.ts';
import { dateAddress } from '../addresses.ts';
import { type Fact, Facts } from '../parts/facts.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Moment } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { findingPhrase, moneyPhrase, type StoryProps } from './story-words.ts';

/** What the runs said of the order, whenever that changed, and which version published it. */
export function Verdicts({ visit, story, zone }: StoryProps) {
  const texts = RECORD_TEXTS[visit.language];
  const verdicts = story.events.filter((event) => event.kind === 'verdict');
  return (
    <section>
      <h2 id="verdicts">{texts.verdicts}</h2>
      {verdicts.length === 0 ? <p>{texts.noVerdicts}</p> : null}
      <ol class="story">
        {verdicts.map((event) => (
          <li>
            <h3>
              <Say phrase={texts.run(String(event.run))} />:{' '}
              {event.outcome === null ? (
                texts.noVerdict
              ) : (
                <OutcomeBadge visit={visit} outcome={event.outcome} />
              )}
            </h3>
            <p>
              <Moment at={event.at} zone={zone} visit={visit} />
            </p>
            <Facts facts={verdictFacts(visit, event)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function verdictFacts(visit: StoryProps['visit'], event: VerdictEvent): Fact[] {
  const { columns } = FRAME_TEXTS[visit.language];
  const texts = RECORD_TEXTS[visit.language];
  const { outcome, outcomeBefore } = event;
  const paid = moneyPhrase(visit, event.paid);
  return [
    [
      texts.stateBefore,
      outcomeBefore === null || outcomeBefore === outcome ? null : (
        <OutcomeBadge visit={visit} outcome={outcomeBefore} />
      ),
    ],
    [columns.paid, paid === undefined ? null : <Say phrase={paid} />],
    [texts.newFindings, findingList(visit, event.findingsCame)],
    [texts.changedFindings, findingList(visit, event.findingsChanged)],
    [texts.goneFindings, findingList(visit, event.findingsWent)],
    [texts.publishedIn, <Versions visit={visit} versions={event.versions} />],
  ];
}

function findingList(visit: StoryProps['visit'], findings: readonly StoryFinding[]): Child {
  if (findings.length === 0) return null;
  const texts = ORDER_TEXTS[visit.language];
  return (
    <ul>
      {findings.map(({ code, expected, actual }) => (
        <li>
          <Say phrase={findingPhrase(visit, code)} />
          {expected === null ? null : (
            <span class="dim">
              {' '}
              {texts.expected}: <bdi lang="en">{withoutHidden(expected)}</bdi>
            </span>
          )}
          {actual === null ? null : (
            <span class="dim">
              {' '}
              {texts.actual}: <bdi lang="en">{withoutHidden(actual)}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Versions({
  visit,
  versions,
}: {
  readonly visit: StoryProps['visit'];
  readonly versions: readonly StoryVersion[];
}) {
  const texts = RECORD_TEXTS[visit.language];
  if (versions.length === 0) return <>{texts.notPublished}</>;
  return (
    <>
      {versions.map(({ date, region, version }) => (
        <div>
          <a href={dateAddress(region, date, version)}>
            <Say phrase={texts.version(visit.formats.shortDate(date), region, String(version))} />
          </a>
        </div>
      ))}
    </>
  );
}

/** Who decided what about the order, and why. */
export function Decisions({ visit, story, zone }: StoryProps) {
  const texts = RECORD_TEXTS[visit.language];
  const decisions = story.events.filter((event) => event.kind === 'decision');
  return (
    <section>
      <h2 id="decisions">{texts.decisions}</h2>
      {decisions.length === 0 ? <p>{texts.noDecisions}</p> : null}
      <ol class="story">
        {decisions.map((event) => (
          <li>
            <h3>
              <Say phrase={texts.by(texts.actions[event.action] ?? event.action, event.who)} />
              {event.code === null ? null : (
                <>
                  {': '}
                  <Say phrase={findingPhrase(visit, event.code)} />
                </>
              )}
            </h3>
            <p>
              <Moment at={event.at} zone={zone} visit={visit} />{' '}
              <span class="dim">
                <Say phrase={texts.entry(String(event.entry))} />
              </span>
            </p>
            <Facts facts={decisionFacts(visit, event)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function decisionFacts(visit: StoryProps['visit'], { reason, before, after }: DecisionEvent): Fact[] {
  const texts = RECORD_TEXTS[visit.language];
  return [
    [texts.reason, reason === null ? null : <Say phrase={say`${reason}`} />],
    [texts.stateBefore, before === null ? null : <Values visit={visit} values={before} />],
    [texts.stateAfter, after === null ? null : <Values visit={visit} values={after} />],
  ];
}

/** The state of a case, or what else an entry of the audit trail holds, as it is stored. */
function Values({ visit, values }: { readonly visit: StoryProps['visit']; readonly values: unknown }) {
  const texts = ORDER_TEXTS[visit.language];
  const state =
    typeof values === 'object' && values !== null ? (values as { state?: unknown }).state : undefined;
  const isState = (one: unknown): one is keyof typeof texts.states =>
    typeof one === 'string' && Object.hasOwn(texts.states, one);
  if (isState(state) && Object.keys(values as object).length === 1) return <>{texts.states[state]}</>;
  return <Identifier text={JSON.stringify(values)} />;
}
