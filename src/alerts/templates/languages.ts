import { ar } from './ar.ts';
import { en } from './en.ts';
import type { Language } from './formats.ts';
import { pt } from './pt.ts';
import type { Texts } from './texts.ts';

/** Texts of messages in every language of the setting `language`. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, pt, ar };
