import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { PageContext } from './visit.ts';

/** A page as an answer. */
export async function htmlPage(
  context: PageContext,
  page: Child,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  return context.html(`<!doctype html>${await page}`, status);
}
