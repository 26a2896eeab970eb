import { arMessages } from './ar-messages.ts';
import { enMessages } from './en-messages.ts';
import type { Language } from './formats.ts';
import type { MessageTexts } from './message-texts.ts';
import { ptMessages } from './pt-messages.ts';

/** Texts of messages in every language of the setting `language`. */
export const TEXTS: Readonly<Record<Language, MessageTexts>> = {
  en: enMessages,
  pt: ptMessages,
  ar: arMessages,
};
