import { sql } from 'kysely';
import { transactionOf } from '../../database/locks.ts';
import type { Session } from '../../database/store.ts';
import { inPartOfRun } from '../part-of-run.ts';
import type { Step } from '../step.ts';

/** Steps at work on other connections. */
export interface StepsBeside {
  /** Takes a step's rows over. @returns how many; undefined if it is not one of these steps */
  take(step: Step): Promise<number> | undefined;
  /** Waits until none is at work any more. @param reason why the run failed */
  end(reason: unknown): Promise<void>;
}

/**
 * Begins steps at once, each on a connection of its own, where its table hides the shared one. The run copies the rows when it
 * comes to the step.
 * @param runStep runs a step on a session
 */
export async function beginBeside(
  session: Session,
  steps: readonly Step[],
  runStep: (own: Session, step: Step) => Promise<unknown>,
): Promise<StepsBeside> {
  const run = await transactionOf(session);
  const begun = new Map(
    steps.map((step) => {
      const table = step.fills[0]!;
      const turn = Promise.withResolvers<void>();
      let rows = 0;
      const inPart = (own: Session) =>
        inPartOfRun(own, run, async () => {
          await own.script(`create temporary table ${table} (like ${table} including defaults)`);
          await runStep(own, step);
          await turn.promise;
          const part = await own.copyOut(sql`select * from ${sql.table(table)}`);
          rows = await session.copyAcross!(table, part);
        });
      const work = session.beside!(1, inPart).then(() => rows);
      // One that fails is reported when the run comes to it.
      for (const promise of [work, turn.promise]) promise.catch(() => undefined);
      return [step, { turn, work }] as const;
    }),
  );
  return {
    take: (step) => {
      begun.get(step)?.turn.resolve();
      return begun.get(step)?.work;
    },
    end: async (reason) => {
      for (const { turn } of begun.values()) turn.reject(reason);
      await Promise.allSettled([...begun.values()].map(({ work }) => work));
    },
  };
}
