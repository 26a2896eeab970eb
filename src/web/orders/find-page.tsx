import { storiesOf } from '../../books/order/read-story.ts';
import { type FoundOrder, findOrders, LEAST_PREFIX, MOST_FOUND } from '../../books/shown/find-orders.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { FIND_TEXTS } from '../../texts/page/find-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import type { Phrase } from '../../texts/phrase.ts';
import { dateAddress, orderAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Frame } from '../parts/frame.tsx';
import { Identifier } from '../parts/identifier.tsx';
import { Say } from '../parts/say.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

const LONGEST = 100;

/** The search by order number, trade number or reference. One exact hit leads to the order itself. */
export const findRoute: Route = {
  method: 'GET',
  path: '/orders',
  right: 'look',
  handle: async (visit) => {
    const text = [...(visit.context.req.query('find') ?? '').trim()].slice(0, LONGEST).join('');
    const found = await readAtOnce(visit.store, (session) => foundFor(session, visit, text));
    const exact = found.filter(({ isExact }) => isExact);
    const only = exact.length === 1 ? exact[0] : found.length === 1 ? found[0] : undefined;
    if (only !== undefined) {
      return visit.context.redirect(orderAddress(only.merchantId, only.orderNo), 303);
    }
    const status = text !== '' && found.length === 0 ? 404 : 200;
    return htmlPage(visit.context, <FindPage visit={visit} text={text} found={found} />, status);
  },
};

/** Without orders that only records of other merchants name: these have no page, and are found only while no run knows them. */
async function foundFor(
  session: Session,
  { account: { merchants }, settings }: SignedInVisit,
  text: string,
): Promise<FoundOrder[]> {
  const shown: FoundOrder[] = [];
  for (const one of await findOrders(session, text, { merchants })) {
    const isSure = merchants === undefined || one.outcome !== null || !one.isExact;
    const stories = isSure ? [] : await storiesOf(session, settings, one.orderNo, merchants);
    if (isSure || stories.some(({ merchantId }) => merchantId === one.merchantId)) shown.push(one);
  }
  return shown;
}

interface FindProps {
  readonly visit: SignedInVisit;
  readonly text: string;
  readonly found: readonly FoundOrder[];
}

function FindPage({ visit, text, found }: FindProps) {
  const texts = FIND_TEXTS[visit.language];
  const count = visit.formats.count(found.length);
  return (
    <Frame visit={visit} title={texts.title}>
      <search>
        <form action="/orders" method="get" class="filters">
          <div class="field">
            <label for="find">{texts.label}</label>
            <input id="find" type="search" name="find" value={text} maxlength={LONGEST} dir="auto" />
          </div>
          <button type="submit">{texts.button}</button>
        </form>
      </search>
      {found.length > 0 ? (
        <>
          <p role="status">
            <Say phrase={texts.found(count, text)} />
          </p>
          <FoundTable visit={visit} found={found} />
          {found.length < MOST_FOUND ? null : (
            <p class="notice">
              <Say phrase={texts.most(count)} />
            </p>
          )}
        </>
      ) : (
        <>
          <p role="status" class={text === '' ? '' : 'notice warn'}>
            {text === '' ? texts.empty : <Say phrase={noneOf(visit, text)} />}
          </p>
          <h2>{texts.how}</h2>
          <ul>
            {texts.hints.map((hint) => (
              <li>{hint}</li>
            ))}
          </ul>
        </>
      )}
    </Frame>
  );
}

/** Whether numbers begin with a shorter text is not looked up. */
function noneOf({ language }: SignedInVisit, text: string): Phrase {
  const texts = FIND_TEXTS[language];
  return [...text].length < LEAST_PREFIX ? texts.tooShort(text) : texts.none(text);
}

function FoundTable({ visit, found }: Pick<FindProps, 'visit' | 'found'>) {
  const { columns } = FRAME_TEXTS[visit.language];
  const texts = FIND_TEXTS[visit.language];
  return (
    <ScrolledTable
      label={texts.listed}
      caption={texts.listed}
      headings={[
        columns.order,
        columns.merchant,
        columns.tradeNo,
        texts.account,
        columns.date,
        columns.outcome,
        texts.match,
      ]}
    >
      {found.map((order) => (
        <FoundRow visit={visit} order={order} />
      ))}
    </ScrolledTable>
  );
}

function FoundRow({ visit, order }: Pick<FindProps, 'visit'> & { readonly order: FoundOrder }) {
  const texts = FIND_TEXTS[visit.language];
  const { region, businessDate, tradeNo, accountNo } = order;
  return (
    <tr>
      <th scope="row">
        <a href={orderAddress(order.merchantId, order.orderNo)}>
          <Identifier text={order.orderNo} />
        </a>
      </th>
      <td>
        <Identifier text={order.merchantId} />
      </td>
      <td>{tradeNo === null ? '' : <Identifier text={tradeNo} />}</td>
      <td>{accountNo === null ? '' : <Identifier text={accountNo} />}</td>
      <td>
        {region === null || businessDate === null ? (
          texts.notJudged
        ) : (
          <a href={dateAddress(region, businessDate)}>
            <bdi>{visit.formats.shortDate(businessDate)}</bdi> <bdi>{region}</bdi>
          </a>
        )}
      </td>
      <td>
        <OutcomeBadge visit={visit} outcome={order.outcome} />
      </td>
      <td>{order.isExact ? texts.exact : texts.begins}</td>
    </tr>
  );
}
