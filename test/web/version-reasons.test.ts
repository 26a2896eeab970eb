/** The page of a date says why a version was made, and names deadlines only if nothing else is between two versions. */
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { renormalise } from '../../src/books/run/renormalise.ts';
import type { Store } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { ground, PAYMENT } from '../books/withdraw/withdrawn-books.ts';
import { DATE, EVIDENCE, instant, MORNING, NOON, publish, SETTINGS } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { type Client, servePage } from './served-page.ts';
import { partOf, textOf } from './shown-html.ts';

const LANGUAGES = ['en', 'pt', 'ar'] as const;
const DEADLINES = /Deadlines|Prazos|مهل/;
const WITHDRAWN = {
  en: 'Source withdrawn:',
  pt: 'Fonte retirada:',
  ar: 'مصدر مسحوب:',
} as const;
const UNNAMED = {
  en: 'A source was withdrawn.',
  pt: 'Uma fonte foi retirada.',
  ar: 'سُحب مصدر.',
} as const;

async function signedIn(store: Store, out: string) {
  const page = await servePage(store, SETTINGS, { out, at: () => instant(NOON) });
  await page.addUser('ana', 'viewer');
  await page.addUser('lia', 'viewer', ['M0001']);
  await page.addUser('eva', 'viewer', ['M0007']);
  const [ana, lia, eva] = [
    await page.signedIn('ana'),
    await page.signedIn('lia'),
    await page.signedIn('eva'),
  ];
  return { ana, lia, eva };
}

/** What the page says of the newest version. */
async function reasonsOf(client: Client, language: (typeof LANGUAGES)[number] = 'en'): Promise<string> {
  const answer = await client.get(`/dates/BR/${DATE}`, { 'Accept-Language': language });
  expect(answer.status).toBe(200);
  return textOf(
    partOf(await answer.text(), '<details open="" class="version">', '<details class="version">'),
  );
}

onEngines('the reasons of a version', (engine) => {
  it('name a source that was withdrawn, and new ones beside it', async () => {
    const books = await ground(engine);
    const other = payInLine({ orderNo: 'ORDER00007', tradeNo: 'T7', merchantId: 'M0007' });
    await books.feed('a.ndjson', [...EVIDENCE, other]);
    await books.feed('b.ndjson', [PAYMENT]);
    await publish(books.store, books.out, MORNING);
    await books.withdraw('b.ndjson');
    const { ana, lia, eva } = await signedIn(books.store, books.out);
    // None of the orders that are shown were taken out.
    expect(await reasonsOf(eva)).not.toContain(UNNAMED.en);
    for (const language of LANGUAGES) {
      const shown = await reasonsOf(ana, language);
      expect(shown).toContain(WITHDRAWN[language]);
      expect(shown).toContain('b.ndjson');
      expect(shown).not.toMatch(DEADLINES);
      const limited = await reasonsOf(lia, language);
      expect(limited).toContain(UNNAMED[language]);
      expect(limited).not.toContain('b.ndjson');
    }
    await books.feed('c.ndjson', [payInLine({ orderNo: 'ORDER00009', tradeNo: 'T9' })]);
    await books.feed('d.ndjson', [PAYMENT]);
    await publish(books.store, books.out, NOON);
    expect(await reasonsOf(ana)).toContain('New sources: 2');
    expect(await reasonsOf(ana)).not.toContain(WITHDRAWN.en);
    await books.feed('e.ndjson', [payInLine({ orderNo: 'ORDER00010', tradeNo: 'T10' })]);
    await books.withdraw('d.ndjson');
    const both = await reasonsOf(ana);
    expect(both).toContain('New sources: 1');
    expect(both).toContain(WITHDRAWN.en);
    expect(both).toContain('d.ndjson');
  });

  it('are deadlines where nothing else is between two versions', async () => {
    const books = await ground(engine);
    await books.feed('a.ndjson', EVIDENCE);
    await publish(books.store, books.out, `${DATE}T13:05:00Z`);
    await publish(books.store, books.out, MORNING);
    const { ana } = await signedIn(books.store, books.out);
    expect(await reasonsOf(ana)).toContain(
      'No new sources, decisions or settings. Deadlines have passed since.',
    );
  });

  it('are not deadlines alone where stored records were read again', async () => {
    const books = await ground(engine);
    await books.feed('a.ndjson', EVIDENCE);
    const [brazil, egypt] = SETTINGS.regions;
    const settings = parseSettings({ regions: [{ ...brazil!, amountUnit: 'major', decimals: 2 }, egypt!] });
    const asked = (at: string) => ({ asOf: instant(at), startedAt: instant(at), out: books.out });
    await reconcileDates(books.store, settings, { dates: [DATE], ...asked(MORNING) });
    await renormalise(books.store, settings, asked(NOON));
    const { ana, lia } = await signedIn(books.store, books.out);
    for (const language of LANGUAGES) {
      expect(await reasonsOf(ana, language)).toContain('renormalise');
      expect(await reasonsOf(lia, language)).not.toMatch(DEADLINES);
    }
  });
});
