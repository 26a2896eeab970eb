import { onTestFinished } from 'vitest';
import type { Session } from '../../src/database/store.ts';
import { recordedSession } from './recorded-session.ts';

/** A node of a plan: how many rows it gave and left out each time, how often it ran, and pages with those of the nodes below. */
interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows were looked at. */
function looked(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, one) => sum + looked(one), own);
}

/** How many rows and pages each statement of some work looked at, on a server. The session is closed when the test ends. */
export async function rowsLookedAt(
  url: string,
  work: (session: Session) => Promise<unknown>,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const session = await recordedSession(url, (text) => {
    const plan = /^duration: .* plan:\n(\{[\s\S]*\})$/.exec(text)?.[1];
    if (plan === undefined) return;
    const said = JSON.parse(plan) as { readonly 'Query Text': string; readonly Plan: PlanNode };
    const name = said['Query Text'].replaceAll(/\s+/g, ' ');
    const pages = said.Plan['Shared Hit Blocks'] ?? 0;
    found.set(name, (found.get(name) ?? 0) + looked(said.Plan) + pages);
  });
  onTestFinished(() => session.close());
  await session.script(
    `load 'auto_explain'; set lc_messages = 'C'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
     set auto_explain.log_timing = off; set auto_explain.log_buffers = on; set auto_explain.log_format = json; set client_min_messages = log`,
  );
  await work(session);
  return found;
}
