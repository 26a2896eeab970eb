import { findingsDownload } from '../../books/download/findings-download.ts';
import { verifiedFiles } from '../../books/download/verified-files.ts';
import type { Form } from '../../export/profile.ts';
import { Problem } from '../problem.tsx';
import { sendDownload } from '../send-download.ts';
import type { Route } from '../visit.ts';
import { askedFindings } from './findings-query.ts';

const verified = verifiedFiles();

/** Files with what is filtered, by the end of their name. */
const FORMS: Readonly<Record<string, Form>> = {
  csv: { profile: 'standard', format: 'csv' },
  'excel-br.csv': { profile: 'excel-br', format: 'csv' },
  'excel-eg.csv': { profile: 'excel-eg', format: 'csv' },
  xlsx: { profile: 'standard', format: 'xlsx' },
};

/** The findings that the address selects as files; a filter that is not understood gives none. */
export const findingsFileRoutes: readonly Route[] = Object.entries(FORMS).map(
  ([end, form]): Route => ({
    method: 'GET',
    path: `/findings.${end}`,
    right: 'look',
    isDownload: true,
    handle: async (visit) => {
      const { url, store, settings, out, account } = visit;
      const { filter, mistakes } = askedFindings(url.searchParams, settings, account.merchants);
      if (mistakes.length > 0) {
        throw new Problem(
          'invalid',
          mistakes
            .map(({ field, value }) => `${field}: ${value}`)
            .join('; ')
            .slice(0, 500),
        );
      }
      const source = { store, settings: { ...settings, out }, verified };
      return sendDownload(visit, await findingsDownload(source, { filter, form }));
    },
  }),
);
