import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { arMeanings } from '../../src/texts/page/ar-meanings.ts';
import type { FindingMeaning } from '../../src/texts/page/meaning-parts.ts';
import { findingMeaning } from '../../src/texts/page/meaning-texts.ts';
import { ptMeanings } from '../../src/texts/page/pt-meanings.ts';
import type { Phrase } from '../../src/texts/phrase.ts';

const PARTS = ['explanation', 'when', 'remedy'] as const;

/** Names of commands, files, settings, fields, codes and numbers, which are the same in every language. */
const NAMES =
  /payin-recon \w+|[\w-]+\.csv|\w+: false|\b(?:[a-z]+[A-Z]\w*|[a-z]+\.\w+|[a-z]+_[a-z]+|[A-Z]{4,}|\d{2,})\b/g;
const SETTING = /setting (?!that|of)(\w+)/g;

function plain(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === 'string' ? part : part.value)).join('');
}

function words(phrase: Phrase): string {
  return phrase.filter((part) => typeof part === 'string').join(' ');
}

describe.each([
  ['pt', ptMeanings],
  ['ar', arMeanings],
] as const)(
  'the meanings of findings in %s',
  (language, meanings: Readonly<Record<string, FindingMeaning>>) => {
    it('are those of the rules', () => {
      expect(Object.keys(meanings)).toEqual(RULES.map(({ code }) => code));
    });

    it.each(RULES)('$code is translated, with the names of the English text', (rule) => {
      const meaning = findingMeaning(rule.code, language)!;
      expect(meaning).toBe(meanings[rule.code]);
      for (const part of PARTS) {
        const text = plain(meaning[part]);
        expect(text).not.toBe(rule[part]);
        expect(text).toMatch(/^\S.*[^\s.]\.$/);
        expect(text).not.toMatch(/ {2}|\.\./);
        const names = [
          ...(rule[part].match(NAMES) ?? []),
          ...Array.from(rule[part].matchAll(SETTING), ([, name]) => name!),
        ];
        for (const name of names) expect(text).toContain(name);
      }
    });
  },
);

describe('the meanings of findings', () => {
  it('are those of the rule in English', () => {
    for (const { code, explanation, when, remedy } of RULES) {
      expect(findingMeaning(code, 'en')).toEqual({
        explanation: [explanation],
        when: [when],
        remedy: [remedy],
      });
    }
  });

  it('are unknown for a code that no rule has', () => {
    for (const language of ['en', 'pt', 'ar'] as const) {
      expect(findingMeaning('NEW_CODE', language)).toBeUndefined();
    }
  });

  it('in Arabic have Latin letters in isolated names only, and Arabic punctuation', () => {
    for (const meaning of Object.values(arMeanings)) {
      for (const part of PARTS) {
        expect(words(meaning[part])).toMatch(/\p{Script=Arabic}/u);
        expect(words(meaning[part])).not.toMatch(/[A-Za-z,;?]/);
      }
    }
  });
});
