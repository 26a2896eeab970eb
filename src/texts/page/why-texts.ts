import type { Language } from '../formats.ts';
import { arWhy } from './ar-why.ts';
import { enWhy } from './en-why.ts';
import { ptWhy } from './pt-why.ts';
import type { WhyTexts } from './why-parts.ts';

/** Why an order is what it is, and what could change it, in every language. */
export const WHY_TEXTS: Readonly<Record<Language, WhyTexts>> = { en: enWhy, pt: ptWhy, ar: arWhy };
