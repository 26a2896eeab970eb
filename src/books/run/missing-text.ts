import { relative } from 'node:path';
import type { MissingFiles, Publication } from '../../export/publish/publication.ts';

/** Files of published versions that are lost, and manifests that were changed; empty if there are none. */
export function missingText(
  publications: readonly Pick<Publication, 'date' | 'folder' | 'missing'>[],
  workingDirectory: string,
  options: string,
): string {
  const listed = (names: (missing: MissingFiles) => readonly string[]) =>
    publications.flatMap(({ folder, missing }) => {
      const files = missing === undefined ? [] : names(missing);
      return files.length === 0
        ? []
        : [`  ${relative(workingDirectory, folder) || '.'}: ${files.join(', ')}`];
    });
  const lost = listed((missing) => missing.lost);
  const changed = listed((missing) => missing.changed);
  const dates = new Set(
    publications.flatMap(({ date, missing }) => ((missing?.changed.length ?? 0) > 0 ? [date] : [])),
  );
  return [
    ...(lost.length === 0
      ? []
      : [
          'Lost: missing, and cannot be written again as they were published. Put these files back from a copy:',
          ...lost,
        ]),
    ...(changed.length === 0 ? [] : ['Not as this store makes them, and left unchanged:', ...changed]),
    ...[...dates].map((date) => `  payin-recon verify --date ${date}${options}   says what differs`),
  ].join('\n');
}
