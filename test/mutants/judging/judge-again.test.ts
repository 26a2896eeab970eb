import { expect, it } from 'vitest';
import type { Session } from '../../../src/database/store.ts';
import { onPostgresql } from '../../support/engines.ts';
import { JudgeAgain, keepStories } from './judge-again.ts';
import { allStories } from './stories.ts';
import type { Story } from './story.ts';

const NAMES = ['scenario delays', 'scenario statements', 'world 1 of statements.long.test.ts'];

type Change = (session: Session) => Promise<void>;

const statement =
  (text: string): Change =>
  (session) =>
    session.script(text);

/** What a mutant may do, as something that is done after judging. */
const CHANGES: ReadonlyArray<readonly [what: string, change: Change, noticedBy: string | undefined]> = [
  ['nothing', statement('select'), undefined],
  ['what no report shows', statement("update runs set program_version = 'another'"), undefined],
  [
    'what a report shows',
    statement("update order_rows set outcome = 'EXPIRED' where outcome = 'MATCHED'"),
    NAMES[0],
  ],
  ['what statements come to', statement('delete from statement_rows'), NAMES[1]],
  ['a failure', statement('select 1 / 0'), NAMES[0]],
  [
    'what does not end',
    async (session) => {
      for (;;) await session.script('select');
    },
    NAMES[0],
  ],
];

onPostgresql('judging stories again', (engine) => {
  it('notices what a test of the same evidence does, and nothing else', async () => {
    const all = allStories();
    const stories = NAMES.map((name) => all.find((story) => story.name === name)!);
    const store = await engine.open();
    await keepStories(store, stories);
    await store.apart(async (session) => {
      const unchanged = await (await JudgeAgain.of(session, stories)).unchanged();
      const noticed: unknown[] = [];
      for (const [what, change] of CHANGES) {
        const changed = stories.map((story) => withChange(story, change));
        noticed.push([what, await (await JudgeAgain.of(session, changed)).noticing(unchanged)]);
      }
      expect(noticed).toEqual(CHANGES.map(([what, , noticedBy]) => [what, noticedBy]));
      const failing = stories.map((story) => withChange(story, statement('select 1 / 0')));
      const again = await JudgeAgain.of(session, failing);
      expect(await again.noticing(unchanged, 'sql/reconcile/choose/fees.sql')).toBe(NAMES[1]);
      // Nothing is left of any of it.
      expect(await (await JudgeAgain.of(session, stories)).unchanged()).toEqual(unchanged);
    });
  });
});

function withChange(story: Story, change: Change): Story {
  const ways = story.ways.map((judge): Story['ways'][number] => async (session: Session, load) => {
    const judged = await judge(session, load);
    await change(session);
    return judged;
  });
  return { ...story, ways };
}
