import { may } from '../../access/account.ts';
import type { FindingFilter } from '../../books/findings/current-findings.ts';
import { writeOffAmounts } from '../../books/findings/write-off-amount.ts';
import { countFindings } from '../../books/shown/count-findings.ts';
import type { PageRequest } from '../../books/shown/page-cursor.ts';
import { type FindingPage, pageFindings } from '../../books/shown/page-findings.ts';
import { stampOf } from '../../books/shown/store-stamp.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { DECISION_TEXTS } from '../../texts/page/decision-texts.ts';
import { FINDINGS_TEXTS } from '../../texts/page/findings-texts.ts';
import { changedQuery, confirmAddress, findingsFileAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { OFFERED_FORMS } from '../offered-forms.ts';
import { Form } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pager } from '../parts/pager.tsx';
import { Say } from '../parts/say.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { DecisionFields, offeredActions } from './decision-fields.tsx';
import { FindingsCounts, totalOf } from './findings-counts.tsx';
import { FindingsFilter } from './findings-filter.tsx';
import { type AskedFindings, askedFindings, type QueryMistake } from './findings-query.ts';
import { FindingsTable, type ListedFinding } from './findings-table.tsx';

const PAGE_ROWS = 50;

/** A page of the list. */
type ListPage = Omit<FindingPage, 'rows'> & { readonly rows: readonly ListedFinding[] };
type Counts = Awaited<ReturnType<typeof countFindings>>;

/** The list of findings that the address selects. */
export const findingsRoute: Route = {
  method: 'GET',
  path: '/findings',
  right: 'look',
  handle: async (visit) => {
    const { context, url, settings, account } = visit;
    const tidy = withoutEmptyFields(url);
    if (tidy !== undefined) return context.redirect(tidy, 303);
    const asked = askedFindings(url.searchParams, settings, account.merchants);
    const { page, counts } = await readFindings(visit, asked);
    const texts = FINDINGS_TEXTS[visit.language];
    return htmlPage(
      context,
      <Frame visit={visit} title={texts.title}>
        {url.searchParams.get('notice') === 'not-decided' ? (
          <div class="notice warn" role="alert">
            {texts.notDecided}
          </div>
        ) : null}
        <Mistakes {...{ visit, mistakes: mistakesOf(visit, asked, page) }} />
        <search aria-label={texts.filter}>
          <FindingsFilter visit={visit} query={asked.query} />
        </search>
        {page.asOf === null ? <p>{texts.noRun}</p> : <Found {...{ visit, asked, page, counts }} />}
      </Frame>,
    );
  },
};

/** The address without the fields that a form has sent empty; undefined if there is none. */
function withoutEmptyFields(url: URL): string | undefined {
  const empty = [...url.searchParams].filter(([, value]) => value.trim() === '').map(([name]) => name);
  if (empty.length === 0) return undefined;
  return changedQuery(url, Object.fromEntries(empty.map((name) => [name, nonEmpty(url, name)])));
}

function nonEmpty(url: URL, name: string): readonly string[] {
  return url.searchParams.getAll(name).filter((value) => value.trim() !== '');
}

async function readFindings(
  { store, remembered, stamp: stampNow, url }: SignedInVisit,
  { filter }: AskedFindings,
): Promise<{ readonly page: ListPage; readonly counts: Counts }> {
  const after = url.searchParams.get('after') ?? undefined;
  const stamp = await stampNow();
  const { dates, ...rest } = filter;
  const keyOf = (of: string) => JSON.stringify([of, rest, [...(dates ?? [])]]);
  // Counting takes longer than a page, and all pages of a list have the same counts.
  const counted = await remembered.read(stamp, keyOf('counts of findings'), () =>
    readAtOnce(store, async (session) => ({
      stamp: await stampOf(session),
      counts: await countFindings(session, filter),
    })),
  );
  return remembered.read(stamp, keyOf(`findings after ${after}`), () =>
    readAtOnce(store, async (session) => ({
      page: await listPage(session, filter, { after, limit: PAGE_ROWS }),
      // Counts of the page's own moment, if something has changed since they were read.
      counts:
        counted.stamp === (await stampOf(session)) ? counted.counts : await countFindings(session, filter),
    })),
  );
}

async function listPage(session: Session, filter: FindingFilter, request: PageRequest): Promise<ListPage> {
  const page = await pageFindings(session, filter, request);
  const amountsOf = await writeOffAmounts(session, page.rows);
  return { ...page, rows: page.rows.map((row) => ({ ...row, writeOff: amountsOf(row) })) };
}

/** What is not understood, with the place in the list if it is none. */
function mistakesOf({ url }: SignedInVisit, { mistakes }: AskedFindings, page: ListPage): QueryMistake[] {
  const after = url.searchParams.get('after');
  const isLost = after !== null && page.rows.length > 0 && page.previousCursor === null;
  return [...mistakes, ...(isLost ? [{ field: 'after', value: after }] : [])];
}

function Mistakes({ visit, mistakes }: { readonly visit: SignedInVisit; readonly mistakes: QueryMistake[] }) {
  if (mistakes.length === 0) return null;
  const texts = FINDINGS_TEXTS[visit.language];
  const names: Readonly<Record<string, string>> = texts.fields;
  return (
    <div class="notice warn" role="alert">
      <p>{texts.notUnderstood}</p>
      <ul>
        {mistakes.map(({ field, value, isBeforeFirst }) => (
          <li>
            <Say phrase={texts.mistake(Object.hasOwn(names, field) ? names[field]! : field, value)} />
            {isBeforeFirst ? ` (${texts.beforeFirst})` : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FoundProps {
  readonly visit: SignedInVisit;
  readonly asked: AskedFindings;
  readonly page: ListPage;
  readonly counts: Counts;
}

/** Figures, files and list of the findings that match. */
function Found({ visit, asked: { query }, page, counts }: FoundProps) {
  const texts = FINDINGS_TEXTS[visit.language];
  const total = totalOf(counts);
  if (total === 0) return <p class="notice">{texts.nothing}</p>;
  return (
    <>
      <h2>{texts.counts}</h2>
      <FindingsCounts {...{ visit, query, counts }} />
      <p class="dim">
        {texts.asOf} <Moment at={page.asOf!} zone="UTC" visit={visit} />
      </p>
      <h2>{texts.list}</h2>
      <p>
        <Say phrase={texts.found(visit.formats.count(total))} />
      </p>
      <p class="actions">
        {texts.files}:{' '}
        {OFFERED_FORMS.map((end) => (
          <a href={findingsFileAddress(end, query)} download>
            {texts.file[end]}
          </a>
        ))}
      </p>
      <Choosing {...{ visit, page }} mayChoose={may(visit.account, 'decide')}>
        <p>
          <a href={confirmAddress(query)}>
            <Say phrase={DECISION_TEXTS[visit.language].allMatching(visit.formats.count(total))} />
          </a>
        </p>
      </Choosing>
      <Pager visit={visit} next={page.nextCursor ?? undefined} />
    </>
  );
}

interface ChoosingProps extends Pick<FoundProps, 'visit' | 'page'> {
  readonly mayChoose: boolean;
  readonly children: Parameters<typeof Form>[0]['children'];
}

/** The list, within the form that decides about what is chosen in it. */
function Choosing({ visit, page, mayChoose, children }: ChoosingProps) {
  const areChosen = visit.url.searchParams.get('choose') === 'page';
  const table = <FindingsTable {...{ visit, rows: page.rows, mayChoose, areChosen }} />;
  if (!mayChoose) return table;
  const texts = FINDINGS_TEXTS[visit.language];
  const then = changedQuery(visit.url, { choose: undefined, notice: undefined });
  const returnTo = changedQuery(visit.url, { choose: undefined, notice: 'not-decided' });
  return (
    <Form visit={visit} action="/findings/decide" returnTo={returnTo}>
      <input type="hidden" name="then" value={then} />
      <p class="actions without-script">
        <a href={changedQuery(visit.url, { choose: areChosen ? undefined : 'page' })}>
          {areChosen ? texts.chooseNone : texts.choosePage}
        </a>
      </p>
      {table}
      {children}
      <DecisionFields
        visit={visit}
        id="chosen"
        button={DECISION_TEXTS[visit.language].decide}
        actions={offeredActions(visit, page.rows)}
      />
    </Form>
  );
}
