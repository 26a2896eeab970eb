import { sql } from 'kysely';
import { DATE } from '../../export/books.ts';
import type { ServedBooks } from './served-books.ts';

/** Examples of a route. Routes without an example have to say why. */
type Examples = readonly string[] | { readonly none: string };

const NO_HTML = { none: 'gives a file, an answer to the program or a redirect' };

/** Every address that GET routes have, with examples that {@link serveBooks} has data for. */
export function examplesOf({ userId, run }: ExampleIds): Readonly<Record<string, Examples>> {
  const order = '/order/M0001/BIG0000001';
  return {
    '/': ['/'],
    '/account': ['/account'],
    '/data': ['/data'],
    '/data/rejected': ['/data/rejected'],
    '/data/runs/:id': [`/data/runs/${run}`],
    '/data/runs/:id/events': NO_HTML,
    '/dates/:region/:date': [`/dates/BR/${DATE}`, `/dates/EG/${DATE}`],
    '/dates/:region/:date/reports/:report': ['orders', 'findings', 'daily-summary'].map(
      (report) => `/dates/BR/${DATE}/reports/${report}`,
    ),
    '/download': NO_HTML,
    '/download/:region/:date/:version/:file': NO_HTML,
    '/download/:region/:from/to/:to/:file': NO_HTML,
    '/findings': ['/findings', '/findings?state=all&text=BIG', '/findings?severity=nonsense'],
    '/findings.csv': NO_HTML,
    '/findings.excel-br.csv': NO_HTML,
    '/findings.excel-eg.csv': NO_HTML,
    '/findings.xlsx': NO_HTML,
    '/findings/confirm': ['/findings/confirm?text=BIG'],
    '/findings/decided/:entries': ['/findings/decided/1-9999'],
    '/language/:language': NO_HTML,
    '/order/:merchant/:order': [order, '/order/M0001/NOT-THERE'],
    '/orders': ['/orders', '/orders?find=BIG'],
    '/sign-in': [],
    '/sign-in/oidc': NO_HTML,
    '/sign-in/oidc/return': NO_HTML,
    '/users': ['/users'],
    '/users/:user': [`/users/${userId}`],
  };
}

interface ExampleIds {
  readonly userId: string;
  readonly run: string;
}

/** Identifiers of the served books that examples need. */
export async function exampleIds({ page }: ServedBooks): Promise<ExampleIds> {
  return page.store.session(async ({ db }) => {
    const user = await sql<{ user_id: string }>`select user_id from users where name = 'vera'`.execute(db);
    return { userId: user.rows[0]!.user_id, run: '1' };
  });
}
