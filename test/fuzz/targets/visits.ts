import { Hono } from 'hono';
import { REPORTS } from '../../../reports/all.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { addressWith, ownAddress } from '../../../src/web/addresses.ts';
import { previewQuery } from '../../../src/web/dates/preview-query.ts';
import { askedFindings } from '../../../src/web/findings/findings-query.ts';
import { languageOf } from '../../../src/web/language.ts';
import { PAGE_LANGUAGES } from '../../../src/web/parts/page-languages.ts';
import { sessionToken } from '../../../src/web/sign-in/session-cookie.ts';
import type { PageContext } from '../../../src/web/visit.ts';
import { holds, type Target } from '../target.ts';

const SETTINGS = parseSettings({});
const MOST_LETTERS = 200;
const app = new Hono();
let visited: (context: PageContext) => void;
app.get('*', (context) => {
  visited(context as unknown as PageContext);
  return context.text('');
});

/** What a browser sends: an address with a query, then cookies and accepted languages, one a line. */
const target: Target = {
  seeds: [
    '/findings?code=AMOUNT_MISMATCH&from=2026-11-01&to=2026-11-30&text=a%00b\npayin-recon=abc; language=pt\npt-BR,pt;q=0.9,en;q=.8',
    '/findings?state=all&severity=high&severity=low&age=x&region=BR\n__Host-payin-recon=x%ff; a="b"; =; ;;\n*;q=,ar;q=1e9',
    '//evil.example/\\x?sort=__proto__&is-merchant_id=%ed%a0%80&order=descending&after=[1]&to=2026-02-30\n\n',
  ],
  words: [
    ...[
      '%00',
      '%ff',
      '%',
      '&',
      '=',
      '__proto__',
      'constructor',
      '..',
      '//',
      '\\',
      '\n',
      ';',
      '"',
      'q=',
      '%0d%0a',
      '+',
      '#',
    ],
    ...[
      'payin-recon=',
      '__Host-',
      'language=',
      'code=',
      'from=',
      '2026-02-29',
      'sort=',
      'is-order_no=',
      '%ed%a0%80',
      '\ud83d\ude00',
    ],
  ],
  run: async (input) => {
    const [address = '', cookie = '', language = ''] = input.toString('utf8').split('\n');
    const led = new URL(ownAddress(address), 'http://page.example');
    holds(led.origin === 'http://page.example', 'an address leads to this page only');
    const query = address.slice(address.indexOf('?') + 1);
    checkFilter(new URLSearchParams(query));
    const url = new URL('http://page.example/');
    url.search = query;
    for (const report of REPORTS) {
      const { cells } = previewQuery(url, report);
      holds(
        Object.keys(cells).every((name) => report.columns.some((column) => column.name === name)),
        'a filter names a column',
      );
    }
    await checkHeaders(cookie, language);
  },
};
export default target;

function checkFilter(fields: URLSearchParams): void {
  const { query, mistakes } = askedFindings(fields, SETTINGS, undefined);
  for (const values of Object.values(query)) {
    for (const value of values ?? [])
      holds(
        value.length <= MOST_LETTERS && !value.includes('\0') && value !== '',
        'a value can be looked for',
      );
  }
  const again = askedFindings(new URLSearchParams(addressWith('/', query).slice(2)), SETTINGS, undefined);
  holds(JSON.stringify(again.query) === JSON.stringify(query), 'what is understood is understood again');
  holds(again.mistakes.length === 0, 'without mistakes');
  holds(fields.size > 0 || mistakes.length === 0, 'a mistake is of a field');
}

async function checkHeaders(cookie: string, language: string): Promise<void> {
  let headers: Headers;
  try {
    headers = new Headers({ Cookie: cookie, 'Accept-Language': language });
  } catch {
    return;
  }
  visited = (context) => {
    holds(PAGE_LANGUAGES.includes(languageOf(context)), 'a page has one of its languages');
    for (const isTls of [true, false]) {
      const token = sessionToken({ context, isTls });
      holds(token === undefined || typeof token === 'string', 'a token is a text');
    }
  };
  const answer = await app.request('http://page.example/', { headers });
  holds(answer.status === 200, 'a visit is answered');
}
