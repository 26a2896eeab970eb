import { describe, expect, it } from 'vitest';
import { FAULTS, type FaultCode } from '../../src/errors.ts';
import { FAULT_TEXTS, FAULTS_OF_PAGES, faultText } from '../../src/texts/page/fault-texts.ts';
import { SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { textOf } from './findings-pages.ts';
import { findingsStore } from './findings-store.ts';
import { type Client, PASSWORD, servePage } from './served-page.ts';

/** Faults that name an option or the library in their own words. */
const OWN_WORDS: readonly FaultCode[] = ['ARGUMENT_INVALID', 'WORKBOOK_LIMIT', 'PARQUET_LIMIT'];

describe('the faults of pages', () => {
  it.each(FAULTS_OF_PAGES)('%s has a title and a remedy in every language', (code) => {
    const english = FAULTS[code];
    if (!OWN_WORDS.includes(code)) expect(FAULT_TEXTS.en[code]).toEqual(english);
    else expect(`${FAULT_TEXTS.en[code].title} ${FAULT_TEXTS.en[code].remedy}`).not.toMatch(/payin-recon|--/);
    for (const language of ['pt', 'ar'] as const) {
      const { title, remedy } = FAULT_TEXTS[language][code];
      expect(title).not.toBe(english.title);
      expect(title).toMatch(/[^.]$/);
      expect(remedy).not.toBe(english.remedy);
      expect(remedy).toMatch(/\.$/);
      // Words of a command line say nothing to the reader of a page.
      expect(`${title} ${remedy}`).not.toMatch(/payin-recon|--/);
    }
    expect(FAULT_TEXTS.ar[code].title).toMatch(/\p{Script=Arabic}/u);
    expect(`${FAULT_TEXTS.ar[code].title} ${FAULT_TEXTS.ar[code].remedy}`).not.toMatch(/[,;?]/);
  });

  it('are shown in English where they are not translated', () => {
    expect(faultText('pt', 'SOURCE_UNKNOWN')).toBeUndefined();
    expect(faultText('en', 'USER_EXISTS')).toBeUndefined();
  });
});

type Attempt = readonly [
  code: FaultCode & (typeof FAULTS_OF_PAGES)[number],
  send: (admin: Client) => Promise<Response>,
  detail: string,
];

const add = (name: string) => (admin: Client) =>
  admin.send('/users', '/users"', { name, role: 'viewer', limit: 'all' });

const ATTEMPTS: readonly Attempt[] = [
  ['USER_EXISTS', add('ANA'), 'a user who signs in by password'],
  ['USER_NAME_INVALID', add(' b'), 'a space at the beginning or end'],
  [
    'PASSWORD_REFUSED',
    (admin) =>
      admin.send('/account', '/account/password', {
        ...{ password: PASSWORD, new_password: 'aaaaaaaaaaaaaaaa', again: 'aaaaaaaaaaaaaaaa' },
      }),
    'one character, repeated',
  ],
  [
    'TOKEN_INVALID',
    (admin) => admin.send('/account', '/account/tokens', { name: 'n'.repeat(500), days: '1' }),
    'its name',
  ],
  [
    'ARGUMENT_INVALID',
    (admin) => admin.get('/download/BR/2026-11-20/to/2026-11-19/orders.csv'),
    '2026-11-20 to 2026-11-19',
  ],
];

onEngines('a fault on a page', (engine) => {
  it.each(['pt', 'ar'] as const)(
    'is in the language of the page, its details are in English (%s)',
    async (language) => {
      const store = await findingsStore(engine);
      const page = await servePage(store, SETTINGS, { out: '/nowhere' });
      await page.addUser('ana', 'admin');
      const admin = await page.signedIn('ana');
      await admin.get(`/language/${language}?back=/account`);
      for (const [code, send, detail] of ATTEMPTS) {
        const html = await (await send(admin)).text();
        const { title, remedy } = FAULT_TEXTS[language][code];
        expect(html, code).toContain(`<html lang="${language}"`);
        expect(textOf(html)).toContain(title);
        expect(textOf(html)).toContain(remedy);
        expect(html).toContain(`<p lang="en" dir="ltr">found: ${detail}</p>`);
        expect(textOf(html)).not.toContain(FAULTS[code].title);
      }
    },
  );

  it('of a range that ends before it begins says so in English too', async () => {
    const store = await findingsStore(engine);
    const page = await servePage(store, SETTINGS, { out: '/nowhere' });
    await page.addUser('ana', 'viewer');
    const ana = await page.signedIn('ana');
    const answer = await ana.get('/download?report=orders&region=BR&from=2026-11-20&to=2026-11-19&form=csv');
    const refused = await ana.get(answer.headers.get('location')!);
    expect(refused.status).toBe(400);
    const text = textOf(await refused.text());
    expect(text).toContain('The last date of a range cannot be before the first.');
    expect(text).not.toContain('library');
    expect(text).toContain('where: from, to');
    expect(text).toContain('found: 2026-11-20 to 2026-11-19');
    expect(text).toContain('expected: a first and a last date');
    expect(text).not.toContain('Correct what is named.');
    expect(text).not.toContain('Try again');
    expect(textOf(await (await ana.get('/no/such/page')).text())).not.toContain('Try again');
  });

  it('is no error in the log where the reader made a mistake', async () => {
    const store = await findingsStore(engine);
    const page = await servePage(store, SETTINGS, { out: '/nowhere' });
    await page.addUser('ana', 'admin');
    const admin = await page.signedIn('ana');
    page.log.splice(0);
    for (const [code, send] of ATTEMPTS) {
      await send(admin);
      const lines = page.log.splice(0).map((line) => JSON.parse(line));
      expect(lines, code).toMatchObject([{ level: 'info', fault: { code }, who: 'ana' }]);
    }
  });
});
