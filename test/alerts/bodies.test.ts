import { describe, expect, it } from 'vitest';
import { bodyHtml } from '../../src/alerts/bodies/body-html.ts';
import { bodySlack } from '../../src/alerts/bodies/body-slack.ts';
import { bodyText, phraseText } from '../../src/alerts/bodies/body-text.ts';
import { compose, type MessageFacts } from '../../src/alerts/bodies/compose.ts';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { LANGUAGES } from '../../src/settings/alerts.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { FINDING_NAMES } from '../../src/texts/finding-names.ts';
import { formatsOf } from '../../src/texts/formats.ts';
import { TEXTS } from '../../src/texts/languages.ts';
import { expectGolden } from '../support/golden.ts';
import { GROUPS, SAMPLES } from './sample-alerts.ts';

const settings = parseSettings({ alerts: { reportsUrl: 'https://files.shop.example/reports/' } });
const CASES = LANGUAGES.flatMap((language) =>
  Object.entries(SAMPLES).map(([name, { facts }]) => ({ name, language, facts: facts as MessageFacts })),
);

/** All that a screen or a mail program may take for something else than text of the value that it stands in. */
const HOSTILE =
  '<script>"\'&amp;</script>\r\nBcc: <b@evil.example>\u0000 @channel <!here> [a](http://e)\u202e\u200f\ud800';

describe('a message', () => {
  it.each(CASES)(
    '$name in $language says as text and HTML what is kept as golden',
    ({ name, language, facts }) => {
      const letter = compose(facts, settings, language);
      expectGolden(`${bodyText(letter, language)}\n`, `alerts/${language}/${name}.txt`);
      expectGolden(bodyHtml(letter, language), `alerts/${language}/${name}.html`);
    },
  );

  it.each(LANGUAGES)('to Slack in %s is what is kept as golden', (language) => {
    const letter = compose(SAMPLES.findings.facts, settings, language);
    const text = `${JSON.stringify(bodySlack(letter, language), null, 2)}\n`;
    expectGolden(text, `alerts/${language}/findings.slack.json`);
  });

  it('without an address of the reports has no link', () => {
    for (const { facts } of CASES) {
      expect(bodyText(compose(facts, parseSettings({}), 'en'), 'en')).not.toContain('://');
    }
  });

  it.each([
    ['en', 'New findings (critical): 250 findings, EG, BR', 'Solved: 1 finding, EG, BR'],
    [
      'pt',
      'Novas ocorrências (gravidade crítica): 250 ocorrências, EG, BR',
      'Regularizada: 1 ocorrência, EG, BR',
    ],
    ['ar', 'ملاحظات جديدة (خطورتها حرجة): 250 ملاحظة، EG، BR', 'ملاحظات زالت: ملاحظة واحدة، EG، BR'],
  ] as const)('in %s counts findings, also of groups that it leaves out', (language, begun, solved) => {
    const subjectOf = (facts: MessageFacts) =>
      phraseText(compose(facts, settings, language).subject, language).replace(/[\u2066-\u2069]/g, '');
    expect(subjectOf({ ...SAMPLES.findings.facts, total: 250, more: 3 })).toBe(begun);
    expect(subjectOf({ ...SAMPLES.recovered.facts, total: 1 })).toBe(solved);
  });

  it('of an earlier version has the findings that it lists in its subject', () => {
    const { subject } = compose(SAMPLES.findings.facts, settings, 'en');
    expect(phraseText(subject, 'en')).toBe('New findings (critical): 45 findings, EG, BR');
  });

  it.each([
    ['en', '; the first since then came on 22 November 2026, 14:20'],
    ['pt', '; o primeiro desde então chegou em 22 de novembro de 2026, às 14:20'],
    ['ar', '؛ ووصل أولها منذ ذلك الحين عند الساعة 14:20 يوم 22 نوفمبر 2026'],
  ] as const)('in %s has the date of the first payment if it was noticed on another', (language, said) => {
    const facts = { ...SAMPLES['watch-silent-ended'].facts, at: '2026-11-22 22:35:00+00' };
    const text = phraseText(compose(facts, settings, language).subject, language);
    expect(text.replace(/[\u2066-\u2069]/g, '')).toContain(said);
  });

  it.each([
    [
      'en',
      'Orders requested on 19 November 2026 (business date), and what was paid of them in their own currency:',
      'Payments made on 19 November 2026 (paid date), in the currency paid, for orders of any date:',
    ],
    [
      'pt',
      'Pedidos solicitados em 19 de novembro de 2026 (data do pedido) e o que deles foi pago na moeda do pedido:',
      'Pagamentos feitos em 19 de novembro de 2026 (data do pagamento), na moeda paga, qualquer que seja a data do pedido:',
    ],
    [
      'ar',
      'الطلبات المقدمة في 19 نوفمبر 2026 (تاريخ الطلب) وما دُفع منها بعملة الطلب:',
      'المدفوعات التي تمت في 19 نوفمبر 2026 (تاريخ الدفع)، بعملة الدفع، أيًّا كان تاريخ الطلب:',
    ],
  ] as const)('in %s says in which currency the sums of a night are', (language, requested, paid) => {
    const letter = compose(SAMPLES.night.facts, settings, language);
    const text = bodyText(letter, language).replace(/[\u2066-\u2069]/g, '');
    expect(text).toContain(requested);
    expect(text).toContain(paid);
  });

  it.each([
    [
      'en',
      'no callbacks from 19 November 2026, 10:00 (America/Sao_Paulo) to 19 November 2026, 14:00 (America/Sao_Paulo), of about 240 expected; waiting for them: 81 orders (BRL\u00a0162.00).',
    ],
    ['pt', 'eram esperados cerca de 240, e aguardam por eles: 81 pedidos (BRL\u00a0162,00).'],
    ['ar', 'والمتوقع نحو 240'],
  ] as const)('in %s names a gap, and what waits for it', (language, said) => {
    const gap = {
      kind: 'callbacks',
      from: '2026-11-19T13:00:00Z',
      to: '2026-11-19T17:00:00Z',
      expected: 240,
      file: null,
      files: 0,
      waiting: [{ currency: 'BRL', orders: 81, minor: '16200' }],
    } as const;
    const facts = { ...SAMPLES.night.facts, isProvisional: true, isReached: true, gaps: [gap] };
    const text = bodyText(compose(facts, settings, language), language).replace(/[\u2066-\u2069]/g, '');
    expect(text).toContain(said);
  });

  it.each([
    [
      'en',
      '150,000 orders expired without a payment since the last nightly message: BRL\u00a030,000,000.00 requested.',
    ],
    [
      'pt',
      '150.000 pedidos expiraram sem pagamento desde a última mensagem da noite, valor solicitado: BRL\u00a030.000.000,00.',
    ],
    ['ar', 'انتهت صلاحية 150,000 طلب دون دفع منذ آخر رسالة ليلية'],
  ] as const)('in %s says what expired', (language, said) => {
    const expired = [
      { currency: 'BRL', orders: 149_999, requestedMinor: '3000000000' },
      { currency: null, orders: 1, requestedMinor: '0' },
    ];
    const letter = compose({ ...SAMPLES.night.facts, expired }, settings, language);
    expect(bodyText(letter, language).replace(/[\u2066-\u2069]/g, '')).toContain(said);
  });

  it('names reports that are not attached', () => {
    const letter = compose(SAMPLES.night.facts, settings, 'en', ['orders', 'payments']);
    expect(bodyText(letter, 'en')).toContain(
      'Not attached, because too large or not found: orders, payments.',
    );
  });
});

describe('every finding', () => {
  it('has a short name in every language, and no name is of none', () => {
    expect(Object.keys(FINDING_NAMES).sort()).toEqual(RULES.map(({ code }) => code).sort());
    for (const language of LANGUAGES) {
      const names = RULES.map(({ code }) => FINDING_NAMES[code]![language]);
      expect(names.filter((name) => name.trim() === '')).toEqual([]);
      expect(new Set(names).size).toBe(RULES.length);
    }
  });

  it('of a newer program is called by its code', () => {
    const facts = { ...SAMPLES.findings.facts, groups: [{ ...GROUPS[0]!, code: 'NEW_CODE' }] };
    for (const language of LANGUAGES) {
      expect(bodyText(compose(facts, settings, language), language)).toContain('NEW_CODE');
    }
  });
});

describe('numbers', () => {
  it.each([
    ['en', 'EGP\u00a0-1,234,567.80', '1,234,567', '19 November 2026'],
    ['pt', 'EGP\u00a0-1.234.567,80', '1.234.567', '19 de novembro de 2026'],
    ['ar', 'EGP\u00a0-1,234,567.80', '1,234,567', '19 نوفمبر 2026'],
  ] as const)('are written in %s as there', (language, money, count, date) => {
    const formats = formatsOf(language);
    expect(formats.money({ currency: 'EGP', minor: '-123456780' })).toBe(money);
    expect(formats.count(1_234_567)).toBe(count);
    expect(formats.date('2026-11-19')).toBe(date);
  });

  it('of money are exact past what a double holds, and have the places of their currency', () => {
    const { money } = formatsOf('en');
    expect(money({ currency: 'BRL', minor: '9223372036854775807' })).toBe(
      'BRL\u00a092,233,720,368,547,758.07',
    );
    expect(money({ currency: 'KWD', minor: '1' })).toBe('KWD\u00a00.001');
    expect(money({ currency: 'JPY', minor: '1' })).toBe('JPY\u00a01');
    expect(money({ currency: '<b>', minor: '1' })).toBe('<b>\u00a00.01');
  });

  it('of orders take the form that Arabic has for them', () => {
    const form = (orders: number) =>
      phraseText(TEXTS.ar.night.stuckBefore(orders), 'ar').replace(/[\u2068\u2069]/g, '');
    expect([1, 2, 3, 10, 11, 99, 100, 102, 103].map((orders) => form(orders).split(' من ')[0])).toEqual([
      'طلب واحد',
      'طلبان',
      '3 طلبات',
      '10 طلبات',
      '11 طلبًا',
      '99 طلبًا',
      '100 طلب',
      '102 طلب',
      '103 طلبات',
    ]);
  });

  it('of times are those of the region, also on the day on which Cairo puts its clocks back', () => {
    const { time, dateOf } = formatsOf('en');
    const at = (instant: string) => `${dateOf(instant, 'Africa/Cairo')} ${time(instant, 'Africa/Cairo')}`;
    expect(at('2026-10-29 20:59:59.999999+00')).toBe('29 October 2026 23:59');
    expect(at('2026-10-29 21:00:00+00')).toBe('29 October 2026 23:00');
    expect(at('2026-10-29 22:00:00+00')).toBe('30 October 2026 00:00');
  });
});

describe('hostile text', () => {
  const letterOf = (language: (typeof LANGUAGES)[number]) =>
    compose(
      {
        ...SAMPLES['watch-paid-share'].facts,
        merchantId: HOSTILE,
        paymentMethod: HOSTILE,
      },
      settings,
      language,
    );

  it.each(LANGUAGES)(
    'stays a value in %s: no markup, no line of its own, no mark of direction',
    (language) => {
      const letter = letterOf(language);
      const html = bodyHtml(letter, language);
      expect(html).not.toMatch(/<script|<b@|<!here/);
      expect(html).toContain('&lt;script&gt;&quot;&#39;&amp;amp;&lt;/script&gt;\\u{000d}\\u{000a}Bcc');
      const subject = phraseText(letter.subject, language);
      expect(subject).not.toMatch(/[\r\n\u0000\u202e\u200f\ud800]/u);
      expect(subject.isWellFormed()).toBe(true);
      const isolates = [...subject].filter((one) => /[\u2066-\u2069]/.test(one));
      if (language !== 'ar') expect(isolates).toEqual([]);
      expect(isolates.filter((one) => one === '\u2068')).toHaveLength(isolates.length / 2);
    },
  );

  it.each(LANGUAGES)('pings nobody and links nowhere in Slack in %s', (language) => {
    const { text, blocks } = bodySlack(letterOf(language), language);
    for (const written of [text, JSON.stringify(blocks)]) {
      expect(written).not.toMatch(/@channel|<!|\[a\]|<script/);
      expect(written).toContain('&lt;!here&gt;');
    }
    expect(JSON.stringify(blocks)).toContain('"verbatim":true');
  });

  it('that is very long is cut, and Slack gets no longer section than it takes', () => {
    const many = Array.from({ length: 400 }, () => ({
      ...GROUPS[0]!,
      examples: ['x'.repeat(5000), 'y', 'z'],
    }));
    const letter = compose({ ...SAMPLES.findings.facts, groups: many }, settings, 'en');
    expect(bodyText(letter, 'en')).not.toContain('x'.repeat(301));
    const { blocks } = bodySlack(letter, 'en');
    expect(blocks.length).toBeLessThanOrEqual(50);
    const lengths = blocks.map((block) => (block as { text: { text: string } }).text.text.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3000);
  });
});
