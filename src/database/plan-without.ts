import type { Session } from './store.ts';

/** A way of carrying out statements, as the planner's settings name it. */
type Method = 'nestloop' | 'seqscan';

/** Runs a statement whose plan avoids a method, whatever the statistics say. Only within a transaction. */
export async function planWithout<T>(session: Session, method: Method, run: () => Promise<T>): Promise<T> {
  await session.script(`set local enable_${method} = off`);
  const result = await run();
  await session.script(`set local enable_${method} to default`);
  return result;
}
