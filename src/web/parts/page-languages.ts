import type { Language } from '../../texts/formats.ts';

/** The languages of the page, in the order in which they are offered. */
export const PAGE_LANGUAGES: readonly Language[] = ['en', 'pt', 'ar'];
