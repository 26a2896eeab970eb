import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `2026-11-19/BR/v1` and so on. A folder of a version that was not completed has another name. */
export function versionFolders(out: string): string[] {
  if (!existsSync(out)) return [];
  return readdirSync(out)
    .filter((date) => /^\d{4}-\d\d-\d\d$/.test(date))
    .flatMap((date) =>
      readdirSync(join(out, date)).flatMap((region) =>
        readdirSync(join(out, date, region))
          .filter((version) => /^v\d+$/.test(version))
          .map((version) => `${date}/${region}/${version}`),
      ),
    );
}
