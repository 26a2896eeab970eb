import { sees } from '../../access/account.ts';
import {
  type CurrentFinding,
  type FindingKey,
  findingsOf,
  newestAsOf,
} from '../../books/findings/current-findings.ts';
import { keyText } from '../../books/findings/keep-decisions.ts';
import { newestDecisions, type StoredDecision } from '../../books/shown/stored-decisions.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { REFUSAL_TEXTS, type RefusalCode } from '../../texts/page/refusal-texts.ts';
import { linesWithoutHidden, withoutHidden } from '../../texts/phrase.ts';
import { htmlPage } from '../html-page.ts';
import { Frame } from '../parts/frame.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Moment, zoneOf } from '../parts/moment.tsx';
import { Say } from '../parts/say.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import type { SignedInVisit } from '../visit.ts';
import type { AskedDecision } from './asked-decision.ts';
import { BackLink } from './back-link.tsx';
import { doneText, findingName, OrderLink, stateText } from './finding-words.tsx';

const MOST_SHOWN = 50;

/** What keeps findings from being decided about. */
interface Obstacle {
  readonly key: FindingKey;
  /** Undefined for a finding that does not exist. */
  readonly finding: CurrentFinding | undefined;
  readonly decision: StoredDecision | undefined;
}

/** Whether the code of a fault says that findings do not allow a decision. */
export function isRefusal(code: string): code is RefusalCode {
  return code in REFUSAL_TEXTS.en.refused;
}

/**
 * The answer where nothing was decided: why, and who has decided what about the findings, when and why.
 * @param keysOf finds those that the refusal is about; where the code says that some do not exist, all that were chosen
 */
export async function refusedPage(
  visit: SignedInVisit,
  { then }: AskedDecision,
  code: RefusalCode,
  keysOf: (session: Session) => Promise<readonly FindingKey[]>,
): Promise<Response> {
  const texts = REFUSAL_TEXTS[visit.language];
  const { obstacles, more } = await readAtOnce(visit.store, async (session) =>
    obstaclesOf(session, visit, code, await keysOf(session)),
  );
  return htmlPage(
    visit.context,
    <Frame visit={visit} title={texts.title}>
      <div class="notice warn" role="alert">
        <p>{texts.refused[code]}</p>
        <p>{texts.nothingDecided}</p>
      </div>
      {obstacles.length === 0 ? null : <Obstacles {...{ visit, obstacles }} title={texts.refused[code]} />}
      {more === 0 ? null : (
        <p>
          <Say phrase={texts.more(visit.formats.count(more))} />
        </p>
      )}
      <BackLink visit={visit} then={then} />
    </Frame>,
    code === 'FINDING_UNKNOWN' ? 404 : 409,
  );
}

async function obstaclesOf(
  session: Session,
  { account }: SignedInVisit,
  code: RefusalCode,
  keys: readonly FindingKey[],
): Promise<{ readonly obstacles: readonly Obstacle[]; readonly more: number }> {
  const asOf = await newestAsOf(session);
  const current = asOf === undefined ? [] : await findingsOf(session, asOf, keys);
  const known = new Map(
    current
      .filter(({ merchant_id }) => sees(account, merchant_id))
      .map((finding) => [keyText(finding), finding]),
  );
  const wrong = keys.filter((key) => known.has(keyText(key)) === (code !== 'FINDING_UNKNOWN'));
  const shown = wrong.slice(0, MOST_SHOWN);
  const seen = shown.filter((key) => known.has(keyText(key)));
  const decisions = await newestDecisions(session, seen, !OF_ANY_DECISION.includes(code));
  const newest = new Map(decisions.map((decision) => [keyText(decision), decision]));
  const obstacles = shown.map((key) => ({
    key,
    finding: known.get(keyText(key)),
    decision: newest.get(keyText(key)),
  }));
  return { obstacles, more: wrong.length - shown.length };
}

/** Refusals that a note or an assignment can cause, too. */
const OF_ANY_DECISION: readonly RefusalCode[] = ['NOTHING_TO_UNDO', 'DECIDED_MEANWHILE'];

function Obstacles({
  visit,
  obstacles,
  title,
}: {
  readonly visit: SignedInVisit;
  readonly obstacles: readonly Obstacle[];
  readonly title: string;
}) {
  const { columns } = FRAME_TEXTS[visit.language];
  const decided = DECISION_TEXTS[visit.language].columns;
  return (
    <ScrolledTable
      label={title}
      class="decisions"
      caption={title}
      isCaptionHidden
      headings={[
        columns.order,
        columns.finding,
        columns.state,
        decided.decision,
        decided.who,
        decided.at,
        decided.why,
      ]}
    >
      {obstacles.map((obstacle) => (
        <ObstacleRow {...{ visit, obstacle }} />
      ))}
    </ScrolledTable>
  );
}

function ObstacleRow({ visit, obstacle }: { readonly visit: SignedInVisit; readonly obstacle: Obstacle }) {
  const { key, finding, decision } = obstacle;
  const why = decision?.reason ?? finding?.state_reason;
  return (
    <tr>
      <th scope="row">
        {finding === undefined ? <Identifier text={key.order_no} /> : <OrderLink finding={finding} />}
      </th>
      <td>
        {findingName(key.code, visit)} <Identifier text={key.code} />
      </td>
      <td>{finding === undefined ? null : stateText(finding.state, visit)}</td>
      <td>{decision === undefined ? null : doneText(decision.action, visit)}</td>
      <td>{decision === undefined ? null : <bdi>{withoutHidden(decision.who)}</bdi>}</td>
      <td>
        {decision === undefined ? null : (
          <Moment at={decision.at} zone={zoneOf(visit.settings, decision.region)} visit={visit} />
        )}
      </td>
      <td class="words">{why == null ? null : <bdi>{linesWithoutHidden(why)}</bdi>}</td>
    </tr>
  );
}
