import { RULES } from '../../reconcile/rules/all.ts';
import type { Language } from '../formats.ts';
import { arMeanings } from './ar-meanings.ts';
import type { FindingMeaning } from './meaning-parts.ts';
import { ptMeanings } from './pt-meanings.ts';

const TRANSLATED: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, FindingMeaning>>>> = {
  pt: ptMeanings,
  ar: arMeanings,
};

/** The texts of a finding; undefined for a code that no rule has. The English ones are those of the rule. */
export function findingMeaning(code: string, language: Language): FindingMeaning | undefined {
  if (language !== 'en') return TRANSLATED[language][code];
  const rule = RULES.find((one) => one.code === code);
  return rule && { explanation: [rule.explanation], when: [rule.when], remedy: [rule.remedy] };
}
