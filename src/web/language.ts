import { getCookie, setCookie } from 'hono/cookie';
import type { Language } from '../texts/formats.ts';
import { ownAddress } from './addresses.ts';
import { PAGE_LANGUAGES } from './parts/page-languages.ts';
import { Problem } from './problem.tsx';
import type { PageContext, Route } from './visit.ts';

const COOKIE = 'language';
const YEAR_SECONDS = 31_536_000;

/** The language that the person has chosen, otherwise the first of the browser's that there is, otherwise English. */
export function languageOf(context: PageContext): Language {
  return known(getCookie(context, COOKIE)) ?? accepted(context.req.header('Accept-Language') ?? '') ?? 'en';
}

/** Keeps the chosen language in the browser and leads back to the page. */
export const languageRoute: Route = {
  method: 'GET',
  path: '/language/:language',
  right: 'public',
  handle: async ({ context, isTls }) => {
    const language = known(context.req.param('language'));
    if (language === undefined) throw new Problem('notFound');
    setCookie(context, COOKIE, language, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: isTls,
      maxAge: YEAR_SECONDS,
    });
    return context.redirect(ownAddress(context.req.query('back')), 303);
  },
};

/** The first known language of an Accept-Language header by its weights. */
function accepted(header: string): Language | undefined {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().split(';');
    const weight = /^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1];
    return { tag: tag.split('-')[0]!.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
  });
  const byWeight = wanted.toSorted((a, b) => b.weight - a.weight);
  return byWeight.map(({ tag }) => known(tag)).find((language) => language !== undefined);
}

function known(text: string | undefined): Language | undefined {
  return PAGE_LANGUAGES.find((language) => language === text);
}
