import { beforeAll, expect, it } from 'vitest';
import type { Account, Role } from '../../src/access/account.ts';
import { type FindingLife, readLives } from '../../src/books/findings/finding-life.ts';
import type { Store } from '../../src/database/store.ts';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { formatsOf, type Language } from '../../src/texts/formats.ts';
import { arMeanings } from '../../src/texts/page/ar-meanings.ts';
import { ptMeanings } from '../../src/texts/page/pt-meanings.ts';
import type { Phrase } from '../../src/texts/phrase.ts';
import { FindingPanel } from '../../src/web/findings/finding-panel.tsx';
import { onEngines } from '../support/engines.ts';
import { boxesOf, boxNow, keyOfBox, mismatchBox, pageText, textOf, trailOf } from './findings-pages.ts';
import { findingsStore } from './findings-store.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

const LIMITED = parseSettings({ decisions: { writeOffLimits: { BRL: 1500 } } });
const RULE = RULES.find(({ code }) => code === 'AMOUNT_MISMATCH')!;
const DECIDE = '/findings/decide';
const BOX = mismatchBox('BIG0000002');

onEngines('a finding on the page of its order', (engine) => {
  let store: Store;
  let page: ServedPage;
  let ana: Client;
  beforeAll(async () => {
    store = await findingsStore(engine);
    page = await servePage(store, LIMITED, { out: '/nowhere' });
    await page.addUser('ana', 'approver');
    ana = await page.signedIn('ana');
    const send = async (fields: Record<string, string>) =>
      ana.send('/findings', DECIDE, { finding: await boxNow(store, 'BIG0000002'), ...fields });
    await send({ action: 'note', text: 'asked <the> bank' });
    await send({ action: 'assign', person: 'zoe' });
    await send({ action: 'write-off', text: 'too little to ask for' });
  });

  const life = async () => {
    const [finding] = await page.store.session((session) =>
      readLives(session, { order: 'BIG0000002', merchant: 'M0001', code: 'AMOUNT_MISMATCH' }),
    );
    return finding!;
  };
  const shown = async (finding: FindingLife, name: string, role: Role, language: Language) => {
    const account: Account = { userId: '1', name, role, merchants: undefined };
    const visit = { language, formats: formatsOf(language), settings: LIMITED, account, formToken: 'token' };
    return String(await FindingPanel({ visit, finding }));
  };
  const panel = async (name: string, role: Role, language: Language = 'en') =>
    shown(await life(), name, role, language);

  it('says what it means, its values, and who has decided what, when and why', async () => {
    const html = await panel('bruno', 'approver');
    const text = textOf(html.replaceAll('<', ' <'));
    expect(html).toContain('id="AMOUNT_MISMATCH"');
    expect(html).toContain('asked &lt;the&gt; bank');
    for (const part of [
      ...['Paid amount is not the requested one', 'BRL 200.00', 'BRL 180.00', 'zoe'],
      ...['Write-off requested', 'too little to ask for', 'ana', 'UTC', 'America/Sao_Paulo'],
      'Write-off of BRL 20.00 waits for approval',
    ]) {
      expect(text.replace(/\s+/g, ' ').replaceAll('\u00a0', ' ')).toContain(part);
    }
    for (const words of [RULE.explanation, RULE.when, RULE.remedy]) expect(textOf(html)).toContain(words);
  });

  it.each([
    ['pt', ptMeanings],
    ['ar', arMeanings],
  ] as const)('says in %s what it means, when it holds and what to do', async (language, meanings) => {
    const html = await panel('bruno', 'approver', language);
    const { explanation, when, remedy } = meanings.AMOUNT_MISMATCH;
    // In the language and direction of the page; names of settings and files are isolated.
    for (const phrase of [explanation, when, remedy]) expect(html).toContain(`<dd>${htmlOf(phrase)}</dd>`);
    expect(remedy).toContainEqual({ value: 'amount-mismatches.csv' });
    for (const words of [RULE.explanation, RULE.when, RULE.remedy]) {
      expect(textOf(html)).not.toContain(words);
    }
    // Values are those of the published files.
    expect(html).toContain('<bdi lang="en">BRL 200.00</bdi>');
  });

  it.each(['en', 'pt', 'ar'] as const)(
    'of another version is explained in English (%s)',
    async (language) => {
      const finding = { ...(await life()), code: 'NEW_CODE', explanation: 'A rule of another version.' };
      expect(await shown(finding, 'vera', 'viewer', language)).toContain(
        '<dd><span lang="en" dir="ltr">A rule of another version.</span></dd>',
      );
    },
  );

  it('shows hidden characters of each person and text as escapes', async () => {
    const finding = await life();
    const hidden = { who: 'a\u200eb', reason: 'c\u202ed', assignee: 'e\u200ff' };
    const events = finding.events.map((event) => (event.entry === null ? event : { ...event, ...hidden }));
    const html = await shown({ ...finding, events }, 'vera', 'viewer', 'en');
    for (const text of ['a\\u{200e}b', 'c\\u{202e}d', 'e\\u{200f}f']) expect(html).toContain(text);
    expect(html).not.toMatch(/[\u200e\u200f\u202e]/);
  });

  it('offers approval to another person who may approve, and no form to a viewer', async () => {
    expect(await panel('bruno', 'approver')).toContain('value="approve"');
    expect(await panel('ana', 'approver')).not.toContain('value="approve"');
    expect(await panel('olga', 'operator')).not.toContain('value="approve"');
    expect(boxesOf(await panel('olga', 'operator')).map(keyOfBox)).toEqual([keyOfBox(BOX)]);
    expect(await panel('vera', 'viewer')).not.toContain('<form');
  });

  it('speaks the three languages', async () => {
    expect(textOf(await panel('bruno', 'approver', 'pt'))).toContain('Baixa solicitada');
    expect(textOf(await panel('bruno', 'approver', 'ar'))).toContain('طُلب الشطب');
  });

  it('leads back to the order from what its form has decided', async () => {
    const then = '/order/M0001/BIG0000002#AMOUNT_MISMATCH';
    const finding = await boxNow(store, 'BIG0000002');
    const answer = await ana.send('/findings', DECIDE, { finding, action: 'undo', then });
    const address = answer.headers.get('location')!;
    expect(await pageText(ana, address)).toContain('Back to the order');
    expect(await (await ana.get(address)).text()).toContain(`href="${then}"`);
    expect((await trailOf(store)).at(-1)).toContain('ana undo BIG0000002');
  });
});

function htmlOf(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : `<bdi>${part.value}</bdi>`)).join('');
}
