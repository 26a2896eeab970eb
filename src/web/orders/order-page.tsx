import { sees } from '../../access/account.ts';
import { type FindingLife, readLives } from '../../books/findings/finding-life.ts';
import { type StoryAmongOthers, storyOf } from '../../books/order/read-story.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { orderAddress } from '../addresses.ts';
import { NotDecided } from '../findings/not-decided.tsx';
import { htmlPage } from '../html-page.ts';
import { Frame } from '../parts/frame.tsx';
import { harmlessText, Identifier } from '../parts/identifier.tsx';
import { Problem } from '../problem.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { OrderFindings } from './order-findings.tsx';
import { OrderHead } from './order-head.tsx';
import { Records } from './records.tsx';
import { zoneOfStory } from './story-words.ts';
import { Timeline } from './timeline.tsx';
import { Decisions, Verdicts } from './verdicts.tsx';
import { WhyPanel } from './why-panel.tsx';

const orderRoute: Route = {
  method: 'GET',
  path: '/order/:merchant/:order',
  right: 'look',
  handle: (visit) => {
    const { req } = visit.context;
    return orderPage(visit, req.param('merchant'), req.param('order'));
  },
};

/** The same for names that no path can have: see orderAddress. */
const queriedOrderRoute: Route = {
  method: 'GET',
  path: '/order',
  right: 'look',
  handle: (visit) => {
    const { req } = visit.context;
    return orderPage(visit, req.query('merchant'), req.query('order'));
  },
};

export const orderRoutes: readonly Route[] = [orderRoute, queriedOrderRoute];

/** The page of one order. An order of a merchant that the person does not see is not found. */
async function orderPage(visit: SignedInVisit, merchantId = '', orderNo = ''): Promise<Response> {
  if (!sees(visit.account, merchantId) || /\0/.test(`${merchantId}${orderNo}`)) throw new Problem('notFound');
  const found = await readOrder(visit, merchantId, orderNo);
  if (found === undefined) throw new Problem('notFound', orderNo);
  return htmlPage(visit.context, <OrderPage visit={visit} {...found} />);
}

interface FoundOrder extends StoryAmongOthers {
  /** Those of now and before, with what was decided about them. */
  readonly findings: readonly FindingLife[];
}

function readOrder(
  { store, settings, account }: SignedInVisit,
  merchantId: string,
  orderNo: string,
): Promise<FoundOrder | undefined> {
  return readAtOnce(store, async (session) => {
    const found = await storyOf(session, settings, { orderNo, merchantId }, account.merchants);
    if (found === undefined) return undefined;
    return { ...found, findings: await livesOf(session, merchantId, orderNo) };
  });
}

/** The findings of an order; none for one that never had any. */
async function livesOf(session: Session, merchant: string, order: string): Promise<FindingLife[]> {
  try {
    return await readLives(session, { order, merchant });
  } catch (error) {
    if (error instanceof Fault && error.code === 'FINDING_UNKNOWN') return [];
    throw error;
  }
}

function OrderPage({
  visit,
  story,
  otherMerchants,
  findings,
}: FoundOrder & { readonly visit: SignedInVisit }) {
  const texts = ORDER_TEXTS[visit.language];
  const props = { visit, story, zone: zoneOfStory(visit, story) };
  return (
    <Frame visit={visit} title={texts.title(harmlessText(story.orderNo))}>
      <NotDecided visit={visit} />
      <OrderHead {...props} />
      {otherMerchants.length === 0 ? null : (
        <p class="notice">
          {texts.otherMerchants}:{' '}
          {otherMerchants.map((merchant, index) => (
            <>
              {index === 0 ? '' : ' · '}
              <a href={orderAddress(merchant, story.orderNo)}>
                <Identifier text={merchant} />
              </a>
            </>
          ))}
        </p>
      )}
      <WhyPanel {...props} />
      <OrderFindings visit={visit} orderNo={story.orderNo} findings={findings} />
      <Timeline {...props} />
      <Records {...props} />
      <Verdicts {...props} />
      <Decisions {...props} />
    </Frame>
  );
}
