import { streamSSE } from 'hono/streaming';
import { Fault } from '../../errors.ts';
import { runAddress } from '../addresses.ts';
import { logFailure } from '../log-failure.ts';
import { pageRun, stepsOf } from '../page-runs.ts';
import { Problem } from '../problem.tsx';
import type { Route, SignedInVisit } from '../visit.ts';
import { isStillIn } from '../visitor.ts';
import { stepWords } from './run-words.ts';

/** How often it is checked that the person is still signed in, and a comment keeps the connection open. */
const CHECK_MILLISECONDS = 30_000;

/**
 * The steps of a run as server-sent events: `step` with the text of each, and `end` with the address to show then. It ends
 * when the client leaves and when the session does, and uses the store only to check that.
 */
export const runEventsRoute: Route = {
  method: 'GET',
  path: '/data/runs/:id/events',
  right: 'operations',
  handle: async (visit) => {
    const { context } = visit;
    const id = context.req.param('id') ?? '';
    if (pageRun(id) === undefined) throw new Problem('notFound');
    // A browser that lost the connection names the last event that it has.
    const after = numberOf(context.req.header('Last-Event-ID') ?? context.req.query('after'));
    // Asks proxies that collect an answer not to, but to pass it on at once.
    context.header('X-Accel-Buffering', 'no');
    if (context.req.method === 'HEAD') {
      // Hono drops the body of GET, which nobody would read to its end.
      context.header('Content-Type', 'text/event-stream');
      context.header('Cache-Control', 'no-cache');
      return context.body(null);
    }
    return streamSSE(context, async (stream) => {
      const leaving = new AbortController();
      stream.onAbort(() => leaving.abort());
      const stopChecking = checkAgain(visit, leaving, () => stream.write(': still in progress\n\n'));
      try {
        for await (const { number, step } of stepsOf(id, after, leaving.signal)) {
          await stream.writeSSE({ event: 'step', id: String(number), data: stepWords(visit, step) });
        }
        await stream.writeSSE({ event: 'end', data: runAddress(id) });
      } catch (error) {
        if (!leaving.signal.aborted) logFailure(visit, error, 'the events of a run broke off');
      } finally {
        stopChecking();
      }
    });
  },
};

function numberOf(text: string | undefined): number {
  return /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
}

/** Ends a stream when the person is no longer signed in, or may no longer see it. */
function checkAgain(
  visit: SignedInVisit,
  leaving: AbortController,
  keepOpen: () => Promise<unknown>,
): () => void {
  let isChecking = false;
  const check = async () => {
    await keepOpen();
    if (isChecking) return;
    isChecking = true;
    try {
      if (!(await isStillIn(visit, 'operations'))) leaving.abort();
    } catch (error) {
      // While a run holds the embedded store, nobody can be looked up, and nobody can sign out either.
      if (!(error instanceof Fault && error.code === 'STORE_LOCKED')) leaving.abort();
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_MILLISECONDS);
  return () => clearInterval(timer);
}
