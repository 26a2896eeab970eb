import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { may } from '../access/account.ts';
import { addressList } from '../http/loopback.ts';
import { formatsOf } from '../texts/formats.ts';
import { ASSETS } from './assets.ts';
import { checkForm, LARGEST_FORM_BYTES } from './checked-form.ts';
import { wayOf } from './client-address.ts';
import { checkHost, checkOrigin } from './foreign-requests.ts';
import { languageOf } from './language.ts';
import { logFailure } from './log-failure.ts';
import { pagesAboveOf } from './pages-above.ts';
import { isMistake, Problem, problemAnswer } from './problem.tsx';
import { ROUTES } from './routes.ts';
import { securityHeaders } from './security-headers.ts';
import { askToSignIn } from './sign-in/ask-to-sign-in.ts';
import type { PageContext, Route, SignedInVisit, Site, Visit } from './visit.ts';
import { identify } from './visitor.ts';

export interface AppOptions {
  /** Whether all browsers reach the page by TLS; a proxy may say so of one request too. */
  readonly isTls: boolean;
  /** Hosts under which the page may be asked for, as in the Host header; undefined for any. */
  readonly hosts: readonly string[] | undefined;
}

/** The page as a function from requests to answers. */
export function pageApp(site: Site, options: AppOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const proxies = addressList(site.settings.page.proxies);
  const visitOf = visits(site, options, proxies);
  const failed = (context: PageContext, error: unknown) => {
    // The client has gone before it had sent all, or has sent what is no body: no failure of ours.
    if (context.env.incoming.errored !== null) return problemAnswer(visitOf(context), new Problem('invalid'));
    const visit = visitOf(context);
    note(visit, error);
    return problemAnswer(visit, error);
  };
  app.onError((error, context) => failed(context, error));
  app.notFound((context) => problemAnswer(visitOf(context), new Problem('notFound')));
  app.use(securityHeaders((context) => options.isTls || wayOf(context, proxies).isTlsAtProxy));
  app.use(async (context, next) => {
    if (options.hosts !== undefined) checkHost(context, options.hosts);
    await next();
  });
  app.get('/assets/*', (context) => {
    const asset = ASSETS.get(context.req.path);
    if (asset === undefined) throw new Problem('notFound');
    context.header('Cache-Control', 'public, max-age=31536000, immutable');
    context.header('Content-Type', asset.type);
    return context.body(asset.body);
  });
  const usual = formLimit(LARGEST_FORM_BYTES);
  for (const route of ROUTES) {
    const own = route.largestFormBytes === undefined ? usual : formLimit(route.largestFormBytes);
    const limit: MiddlewareHandler = (context, next) => {
      // A length that is said is compared without reading; what comes in pieces would be kept until it is too much.
      const isSaid = context.req.header('Transfer-Encoding') === undefined;
      return isSaid ? own(context, next) : usual(context, next);
    };
    app.on(route.method, route.path, limit, async (context) => {
      checkOrigin(context, route);
      return answer(route, await identify(visitOf(context)));
    });
  }
  // What is not served is not read either.
  app.use(usual);
  return app;
}

/** Makes visits of requests: of nobody yet, until `identify` has found out who it is. */
function visits(
  site: Site,
  options: AppOptions,
  proxies: ReturnType<typeof addressList>,
): (context: PageContext) => Visit {
  const pagesAbove = pagesAboveOf(ROUTES);
  return (context) => {
    const language = languageOf(context);
    const way = wayOf(context, proxies);
    const isTls = options.isTls || way.isTlsAtProxy;
    const url = new URL(context.req.url);
    if (isTls) url.protocol = 'https:';
    return {
      ...site,
      context,
      language,
      url,
      // The address of a form, such as `/findings/decide`, cannot be opened.
      openAt: context.req.method === 'POST' ? pagesAbove(url.pathname) : [`${url.pathname}${url.search}`],
      formats: formatsOf(language),
      account: undefined,
      formToken: undefined,
      sessionHash: undefined,
      way,
      isTls,
    };
  };
}

/** Refuses a form that is longer. */
function formLimit(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new Problem('tooLarge');
    },
  });
}

/** The answer of a route to a visit, with the visitor's name, so that a failure still shows his menu. */
async function answer(route: Route, visit: Visit): Promise<Response> {
  try {
    if (route.right === 'public') return await route.handle(visit);
    if (!isSignedIn(visit)) return await askToSignIn(visit);
    if (route.right !== 'signed-in' && !may(visit.account, route.right)) throw new Problem('forbidden');
    if (route.method === 'POST') await checkForm(visit);
    return await route.handle(visit);
  } catch (error) {
    note(visit, error);
    return problemAnswer(visit, error);
  }
}

/** What is refused for want of a right, or looks like an attempt to get around one. */
const REFUSALS: readonly string[] = ['forbidden', 'formStale', 'foreignRequest', 'tooLarge'];

/** Logs a failure, and who was refused what. Only what needs somebody who runs the program is an error. */
function note(visit: Visit, error: unknown): void {
  const { log, account, way, context, url } = visit;
  const { method } = context.req;
  const request = { method, path: url.pathname, address: way.client, who: account?.name };
  if (!(error instanceof Problem)) {
    if (isMistake(error)) log.info({ fault: error, ...request }, 'a request was mistaken');
    else logFailure(visit, error, 'a request failed');
  } else if (REFUSALS.includes(error.kind)) {
    log.warn({ problem: error.kind, ...request }, 'a request was refused');
  }
}

function isSignedIn(visit: Visit): visit is SignedInVisit {
  return visit.account !== undefined;
}
