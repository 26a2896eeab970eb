import { findingsDownload } from '../../books/download/findings-download.ts';
import { formOfEnd, OFFERED_FORMS } from '../offered-forms.ts';
import { Problem } from '../problem.tsx';
import { downloadSource, sendDownload } from '../send-download.ts';
import type { Route } from '../visit.ts';
import { askedFindings } from './findings-query.ts';

/** The findings that the address selects as files; a filter that is not understood gives none. */
export const findingsFileRoutes: readonly Route[] = OFFERED_FORMS.map(
  (end): Route => ({
    method: 'GET',
    path: `/findings.${end}`,
    right: 'look',
    isDownload: true,
    handle: async (visit) => {
      const { url, settings, account } = visit;
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
      const form = formOfEnd(end)!;
      return sendDownload(visit, await findingsDownload(downloadSource(visit), { filter, form }));
    },
  }),
);
