/** A story says of each record what runs make of it: which call a response is of, which order a callback is of. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderStory } from '../../../src/books/order/order-story.ts';
import { readStories } from '../../../src/books/order/read-story.ts';
import type { RecordPlace } from '../../../src/books/order/story-values.ts';
import type { Store } from '../../../src/database/store.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { type Ground, groundOf } from '../../reconcile/facts.ts';
import { world } from '../../reconcile/world.ts';
import { onEngines } from '../../support/engines.ts';
import { asSplit } from '../../support/record-forms.ts';
import { RUNS } from '../../support/runs.ts';

const SETTINGS = parseSettings({});

onEngines('in any small world, a story', (engine) => {
  let store: Store;
  let ground: Ground;
  beforeAll(async () => {
    store = await engine.open();
    ground = groundOf(store, SETTINGS);
  });
  afterAll(() => ground.leave());

  it('joins responses to requests, and counts callbacks at orders, as the run did', () =>
    fc.assert(
      fc
        .asyncProperty(world, fc.boolean(), async (lines, isSplit) => {
          await ground.read(isSplit ? asSplit(lines) : lines);
          await ground.reconcile();
          const stories = await allStories(store);
          expect(answersOf(stories)).toEqual(await answersOfRun(store));
          expect(countedIn(stories)).toEqual(await countedByRun(store));
        })
        .beforeEach(() => ground.clear()),
      { numRuns: RUNS },
    ));
});

async function allStories(store: Store): Promise<OrderStory[]> {
  return store.session(async (session) => {
    const { rows } = await sql<{ order_no: string }>`
      select order_no from pay_ins union select order_no from callbacks`.execute(session.db);
    const stories: OrderStory[] = [];
    for (const { order_no } of rows) {
      stories.push(...(await readStories(session, SETTINGS, order_no, undefined)));
    }
    return stories;
  });
}

/** `response <- request` of each response on a line of its own that answers one. */
function answersOf(stories: readonly OrderStory[]): string[] {
  return stories
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.kind === 'response' && event.ownLine && event.answers !== null
        ? [`${textOf(event.place)} <- ${textOf(event.answers)}`]
        : [],
    )
    .sort();
}

async function answersOfRun(store: Store): Promise<string[]> {
  const { rows } = await store.session(({ db }) =>
    sql<{ answer: string }>`
      select rs.name || ':' || r.line || ' <- ' || qs.name || ':' || q.line as answer
      from work_answers a
      join pay_ins r on r.order_no = a.order_no and r.digest = a.response_digest
      join pay_ins q on q.order_no = a.order_no and q.digest = a.request_digest
      join sources rs on rs.source_id = r.source_id
      join sources qs on qs.source_id = q.source_id`.execute(db),
  );
  return rows.map(({ answer }) => answer).sort();
}

/** `place merchant order` of each callback that is counted at the order of a story. */
function countedIn(stories: readonly OrderStory[]): string[] {
  return stories
    .flatMap(({ orderNo, merchantId, events }) =>
      events.flatMap((event) =>
        event.kind === 'callback' && (event.attribution === 'own' || event.attribution === 'trade-no')
          ? [`${textOf(event.place)} ${merchantId} ${orderNo}`]
          : [],
      ),
    )
    .sort();
}

async function countedByRun(store: Store): Promise<string[]> {
  const { rows } = await store.session(({ db }) =>
    sql<{ counted: string }>`
      select s.name || ':' || c.line || ' ' || c.merchant_id || ' ' || c.order_no as counted
      from work_callbacks c
      join sources s on s.source_id = c.source_id`.execute(db),
  );
  return rows.map(({ counted }) => counted).sort();
}

function textOf({ source, line }: RecordPlace): string {
  return `${source}:${line}`;
}
