import { pageRejects, type ShownReject } from '../../books/shown/read-data.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { REJECTIONS, type RejectionReason } from '../../normalise/rejection.ts';
import { DATA_TEXTS } from '../../texts/page/data-texts.ts';
import { RECORD_TEXTS } from '../../texts/page/record-texts.ts';
import { withoutHidden } from '../../texts/phrase.ts';
import { REJECTION_TEXTS } from '../../texts/rejection-texts.ts';
import { rejectedAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Frame } from '../parts/frame.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pager } from '../parts/pager.tsx';
import { Say } from '../parts/say.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import type { Route, SignedInVisit } from '../visit.ts';

const PAGE_ROWS = 50;
const SOURCE_ID = /^\d{1,15}$/;

/** Lines that belong to no order, each with its place, the reason and what to do. */
export const rejectedRoute: Route = {
  method: 'GET',
  path: '/data/rejected',
  right: 'operations',
  handle: async (visit) => {
    const { req } = visit.context;
    const reason = reasonOf(req.query('reason'));
    const source = SOURCE_ID.exec(req.query('source') ?? '')?.[0];
    const sourceId = source === undefined ? undefined : Number(source);
    const { merchants } = visit.account;
    const page = await readAtOnce(visit.store, (session) =>
      pageRejects(session, { limit: PAGE_ROWS, merchants, after: req.query('after'), reason, sourceId }),
    );
    const texts = DATA_TEXTS[visit.language];
    return htmlPage(
      visit.context,
      <Frame visit={visit} title={texts.rejectedTitle}>
        <p>{texts.rejectedIntro}</p>
        <Filter visit={visit} reason={reason} source={source} shown={page.rows[0]?.source} />
        {page.rows.length === 0 ? <p>{texts.noRejected}</p> : <RejectTable visit={visit} rows={page.rows} />}
        <Pager visit={visit} next={page.nextCursor ?? undefined} />
      </Frame>,
    );
  },
};

function reasonOf(text: string | undefined): RejectionReason | undefined {
  return (Object.keys(REJECTIONS) as RejectionReason[]).find((reason) => reason === text);
}

interface FilterProps {
  readonly visit: SignedInVisit;
  readonly reason: RejectionReason | undefined;
  readonly source: string | undefined;
  /** Name of the source, where its lines are shown. */
  readonly shown: string | undefined;
}

function Filter({ visit, reason, source, shown }: FilterProps) {
  const texts = DATA_TEXTS[visit.language];
  const reasons = Object.entries(REJECTION_TEXTS[visit.language]);
  return (
    <>
      <form action="/data/rejected" method="get" class="filters" data-submits="change">
        <div class="field">
          <label for="reason">{texts.reason}</label>
          <select id="reason" name="reason">
            <option value="">{texts.anyReason}</option>
            {reasons.map(([code, { title }]) => (
              <option value={code} selected={code === reason}>
                {title}
              </option>
            ))}
          </select>
        </div>
        {source === undefined ? null : <input type="hidden" name="source" value={source} />}
        <button type="submit">{texts.show}</button>
      </form>
      {source === undefined || shown === undefined ? null : (
        <p>
          <Say phrase={texts.ofSource(shown)} />{' '}
          <a href={rejectedAddress({ reason })}>{texts.ofAllSources}</a>
        </p>
      )}
    </>
  );
}

function RejectTable({
  visit,
  rows,
}: {
  readonly visit: SignedInVisit;
  readonly rows: readonly ShownReject[];
}) {
  const texts = DATA_TEXTS[visit.language];
  return (
    <ScrolledTable
      label={texts.rejectedTitle}
      headings={[texts.place, texts.reason, texts.detail, texts.remedy, texts.readAt]}
    >
      {rows.map((row) => (
        <RejectRow visit={visit} row={row} />
      ))}
    </ScrolledTable>
  );
}

function RejectRow({ visit, row }: { readonly visit: SignedInVisit; readonly row: ShownReject }) {
  const { source, line, detail, readAt } = row;
  const reason = reasonOf(row.reason);
  const words = reason === undefined ? row : REJECTION_TEXTS[visit.language][reason];
  return (
    <tr>
      <th scope="row" class="place">
        <Say phrase={RECORD_TEXTS[visit.language].line(source, line)} />
      </th>
      <td>
        {words.title} <Identifier text={row.reason} />
      </td>
      <td lang="en">
        <bdi>{withoutHidden(detail)}</bdi>
      </td>
      <td>{words.remedy}</td>
      <td>
        <Moment at={readAt} zone="UTC" visit={visit} />
      </td>
    </tr>
  );
}
