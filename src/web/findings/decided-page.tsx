import { may, sees } from '../../access/account.ts';
import { readUsers } from '../../access/users.ts';
import { REQUEST } from '../../books/findings/decision.ts';
import { PROGRAM } from '../../books/findings/reopen-contradicted.ts';
import { type StoredDecision, storedDecisions } from '../../books/shown/stored-decisions.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { TEXTS } from '../../texts/languages.ts';
import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { linesWithoutHidden } from '../../texts/phrase.ts';
import { ownAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Form } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Moment, zoneOf } from '../parts/moment.tsx';
import { Pager } from '../parts/pager.tsx';
import { Say } from '../parts/say.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import { Problem } from '../problem.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { type EntryRange, entryRange } from './asked-decision.ts';
import { BackLink } from './back-link.tsx';
import { doneText, findingName, OrderLink } from './finding-words.tsx';
import { NotDecided, notDecidedAddress } from './not-decided.tsx';

const PAGE_ROWS = 50;

/** What a form has decided, under an address that stays, with the button that takes exactly that back. */
export const decidedRoute: Route = {
  method: 'GET',
  path: '/findings/decided/:entries',
  right: 'look',
  handle: async (visit) => {
    const entries = entryRange(visit.context.req.param('entries') ?? '');
    if (entries === undefined) throw new Problem('notFound');
    const { decisions, approvers } = await readDecided(visit, entries);
    if (decisions.length === 0) throw new Problem('notFound');
    const then = ownAddress(visit.url.searchParams.get('then') ?? '/findings');
    return htmlPage(
      visit.context,
      <Frame visit={visit} title={DECISION_TEXTS[visit.language].decidedTitle}>
        <NotDecided visit={visit} />
        <div class="notice good" role="status">
          {groupsOf(decisions).map((group) => (
            <Group {...{ visit, group }} />
          ))}
        </div>
        <Waiting {...{ visit, decisions, approvers }} />
        <UndoForm {...{ visit, decisions, entries, then }} />
        <BackLink visit={visit} then={then} />
        <Listed {...{ visit, decisions }} />
      </Frame>,
    );
  },
};

interface Decided {
  readonly decisions: readonly StoredDecision[];
  /** Names of the people who may approve what waits. */
  readonly approvers: readonly string[];
}

function readDecided({ store, account }: SignedInVisit, entries: EntryRange): Promise<Decided> {
  return readAtOnce(store, async (session) => {
    const decisions = await storedDecisions(session, entries, account.merchants);
    const waiting = decisions.filter(isWaiting);
    if (waiting.length === 0) return { decisions, approvers: [] };
    const merchants = [...new Set(waiting.map(({ merchant_id }) => merchant_id))];
    const users = await readUsers(session);
    const approvers = users.filter(
      (user) =>
        user.disabledAt === undefined &&
        may(user, 'approve') &&
        waiting.every(({ who }) => who !== user.name) &&
        merchants.every((merchant) => sees(user, merchant)),
    );
    return { decisions, approvers: approvers.map(({ name }) => name) };
  });
}

function isWaiting({ action, isNewest }: StoredDecision): boolean {
  return action === REQUEST && isNewest;
}

/** Decisions that differ in nothing but the finding. */
function groupsOf(decisions: readonly StoredDecision[]): StoredDecision[][] {
  const groups = Map.groupBy(decisions, ({ action, who, at, reason }) =>
    JSON.stringify([action, who, at, reason]),
  );
  return [...groups.values()];
}

function Group({
  visit,
  group,
}: {
  readonly visit: SignedInVisit;
  readonly group: readonly StoredDecision[];
}) {
  const texts = DECISION_TEXTS[visit.language];
  const { action, who, at, reason, region, assignee } = group[0]!;
  const text = action === 'assign' ? (assignee ?? texts.nobody) : reason;
  return (
    <>
      <p>
        <Say phrase={texts.decided(doneText(action, visit), visit.formats.count(group.length), who)} />{' '}
        <Moment at={at} zone={zoneOf(visit.settings, region)} visit={visit} />
      </p>
      {text === null ? null : (
        <p>
          {action === 'assign' ? `${texts.person}: ` : `${texts.text}: `}
          <bdi>{linesWithoutHidden(text)}</bdi>
        </p>
      )}
    </>
  );
}

function Waiting({ visit, decisions, approvers }: Decided & { readonly visit: SignedInVisit }) {
  if (!decisions.some(isWaiting)) return null;
  const texts = DECISION_TEXTS[visit.language];
  return (
    <div class="notice warn">
      <p>{texts.waits}</p>
      <p>
        {approvers.length === 0 ? (
          texts.noApprover
        ) : (
          <Say phrase={texts.approvers(approvers.join(TEXTS[visit.language].between.listed))} />
        )}
      </p>
    </div>
  );
}

interface UndoProps {
  readonly visit: SignedInVisit;
  readonly decisions: readonly StoredDecision[];
  readonly entries: EntryRange;
  readonly then: string;
}

function UndoForm({ visit, decisions, entries, then }: UndoProps) {
  const texts = DECISION_TEXTS[visit.language];
  const canBeUndone = decisions.every(({ action, who }) => action !== 'undo' && who !== PROGRAM);
  if (!may(visit.account, 'decide') || !canBeUndone) return null;
  if (decisions.some(({ isNewest }) => !isNewest)) return <p class="dim">{texts.undone}</p>;
  return (
    <Form
      visit={visit}
      action="/findings/decide"
      returnTo={notDecidedAddress(`${visit.url.pathname}${visit.url.search}`)}
    >
      <input type="hidden" name="action" value="undo" />
      <input type="hidden" name="entries" value={`${entries.first}-${entries.last}`} />
      <input type="hidden" name="then" value={then} />
      <p>
        <button type="submit" class="quiet">
          {texts.undo}
        </button>
      </p>
    </Form>
  );
}

/** The findings, a page at a time. */
function Listed({ visit, decisions }: Pick<UndoProps, 'visit' | 'decisions'>) {
  const texts = DECISION_TEXTS[visit.language];
  const { columns } = FRAME_TEXTS[visit.language];
  const after = Number(visit.url.searchParams.get('after') ?? 0);
  const rest = decisions.filter(({ entry }) => !(entry <= after));
  const shown = rest.slice(0, PAGE_ROWS);
  return (
    <>
      <ScrolledTable
        label={texts.listed}
        class="narrow decisions"
        caption={texts.listed}
        headings={[columns.order, columns.merchant, columns.finding, texts.columns.decision]}
      >
        {shown.map((decision) => (
          <tr>
            <th scope="row">
              <OrderLink finding={decision} />
            </th>
            <td>
              <Identifier text={decision.merchant_id} />
            </td>
            <td>
              {findingName(decision.code, visit)} <Identifier text={decision.code} />
            </td>
            <td>{doneText(decision.action, visit)}</td>
          </tr>
        ))}
      </ScrolledTable>
      <Pager visit={visit} next={rest.length > PAGE_ROWS ? String(shown.at(-1)!.entry) : undefined} />
    </>
  );
}
